import type { english } from '../en/common.js';
import type { Words } from '../in-language.js';

export const spanish: Words<typeof english> = {
  product: 'Flagpost',
  loading: 'Cargando...',
  retry: 'Reintentar',
  cancel: 'Cancelar',
  keptForGood: 'Se guarda para siempre: escriba números de coche, no nombres.',
  keptNames: 'Se guarda para siempre: el nombre de una persona no se borra de aquí.',
  ok: 'Aceptar',
  yes: 'Sí',
  no: 'No',
  close: 'Cerrar',
  back: 'Volver',
  toEvents: 'Volver a los eventos',
  unknown: '–',
  attention: 'Atención',
  noAnswer: 'El servidor no responde.',
  storageDenied:
    'Este navegador no permite a Flagpost guardar nada, así que nadie puede mantener la sesión iniciada. Permita las cookies y los datos de este sitio en los ajustes del navegador y vuelva a cargar la página.',
  unexpected: 'Se ha producido un error. Consulte con el administrador.',

  skipToMap: 'Saltar al mapa',
  menu: {
    label: 'Menú principal',
    open: 'Abrir el menú',
    close: 'Cerrar el menú',
    institutions: 'Instituciones',
    institution: 'Mi institución',
    licensing: 'Licencias',
    help: 'Ayuda',
    events: 'Eventos',
    categories: 'Categorías',
    log: 'Registro',
    logout: 'Cerrar sesión',
  },

  logOf: (name) => `Registro de ${name}`,

  notFound: {
    title: 'Página no encontrada',
    text: 'No hay ninguna página en esta dirección.',
  },

  forbidden: {
    title: 'No permitido',
    text: 'Su rol no da acceso a esta página.',
  },

  crash: {
    text: 'Se ha producido un error. Consulte el registro de errores.',
    report: (id) => `Informe ${id}`,
    again: 'Volver a cargar la página',
  },

  languages: {
    title: 'Idioma',
    shown: (name) => `Idioma: ${name}`,
    names: { en: 'English', es: 'Español', it: 'Italiano' },
  },

  list: {
    actions: 'Acciones',
    selectAll: (count) => `Seleccionar los ${count}`,
    noMatch: 'Nada coincide con la búsqueda.',
    clearSearch: 'Borrar la búsqueda',
    perPage: 'Filas por página',
    first: 'Primera página',
    previous: 'Página anterior',
    next: 'Página siguiente',
    last: 'Última página',
    page: (page, pages) => `Página ${page} de ${pages}`,
  },

  form: {
    save: 'Guardar',
    previous: 'Anterior',
    next: 'Siguiente',
    finish: 'Finalizar',
    changed: (fields) =>
      `Otra persona lo ha cambiado mientras tanto: ${fields}. Lo que usted escribió se mantiene, lo demás queda como lo guardó. Guarde de nuevo para conservar ambas cosas.`,
    leaveTitle: 'Descartar los cambios',
    leaveQuestion: 'Lo que ha escrito no se ha guardado. ¿Quiere descartarlo?',
    leave: 'Descartar',
    stay: 'Seguir editando',
    showPassword: 'Mostrar la contraseña',
    hidePassword: 'Ocultar la contraseña',
    helpOf: (label) => `Acerca de ${label}`,
    searchIn: (label) => `Buscar en ${label}`,
    chosen: (count) => (count === 1 ? '1 elegido' : `${count} elegidos`),
  },

  licenceLimit: {
    title: 'Ha alcanzado el límite de licencias',
    text: (email) =>
      email === ''
        ? 'Póngase en contacto con el soporte para solicitar más licencias.'
        : `Póngase en contacto con el soporte para solicitar más licencias: ${email}`,
    goOn: 'Continuar',
  },

  themes: {
    title: 'Tema',
    shown: (name) => `Tema: ${name}`,
    names: { light: 'Claro', dark: 'Oscuro', daylight: 'Luz solar' },
  },

  login: {
    welcome: 'Bienvenido a Flagpost',
    lead: 'Gestión de eventos y dirección de carrera en directo',
    email: 'Correo electrónico',
    password: 'Contraseña',
    help: 'Ayuda/Manual en línea',
    submit: 'Iniciar sesión',
    changed: 'Su institución o sus roles han cambiado. Inicie sesión de nuevo.',
    limited:
      '¿Es este navegador nuevo para su cuenta? Con un enlace por correo puede iniciar sesión en él enseguida.',
    sendLink: 'Enviarme un enlace',
    linkSent: (email) =>
      `Si ${email} tiene una cuenta, se le ha enviado un enlace. Ábralo en este navegador y después inicie sesión aquí.`,
    linkTitle: 'Un navegador nuevo',
    linkLead: 'Confirme que este navegador es suyo. Después inicie sesión con su contraseña.',
    linkAccept: 'Este navegador es mío',
    linkDone: 'Su cuenta ya conoce este navegador. Inicie sesión con su contraseña.',
  },

  account: {
    forgot: '¿Olvidó la contraseña?',
    code: 'Código',
    sendCode: 'Enviar código',
    codeSent: (email) => `Se ha enviado un código a ${email}.`,
    restore: 'Restablecer la contraseña',
    resend: 'Reenviar el código',
    create: 'Crear una contraseña nueva',
    newPassword: 'Contraseña nueva',
    repeat: 'Repita la contraseña',
    repeatRequired: 'Hay que repetir la contraseña.',
    mismatch: 'Las contraseñas no coinciden, compruébelas',
    confirmMismatch: 'La contraseña repetida no coincide',
    updated: 'Contraseña actualizada',
    firstTitle: 'Cambiar la contraseña',
    firstLead: 'Elija una contraseña propia antes de continuar.',
    title: 'Datos personales',
    edit: 'Editar los datos personales',
    editOf: (field) => `Editar ${field}`,
    firstName: 'Nombre',
    lastName: 'Apellidos',
    currentPassword: 'Contraseña actual',
    newEmail: 'Correo electrónico nuevo',
    hidden: '••••••••',
    changeAvatar: 'Cambiar la imagen',
    avatarFailed: 'Se ha producido un error al subir la imagen.',
    done: 'Datos personales actualizados',
    passwordDone: 'Contraseña actualizada',
    sessions: 'Dónde tiene la sesión iniciada',
    otherProgram: 'Otro programa',
    thisSession: 'Este navegador',
    lastUsed: (moment) => `Último uso: ${moment}`,
    signOutEverywhere: 'Cerrar la sesión en todas partes',
    signOutQuestion: 'Terminan todas las sesiones de su cuenta, también la de este navegador.',
    signedOut: 'Se ha cerrado su sesión en todas partes.',
    linkLead: 'Pulse el botón para elegir una contraseña nueva.',
    toLogin: 'Volver al inicio de sesión',
    newAddress: {
      asked: 'Se ha enviado un mensaje al correo nuevo',
      waiting: 'Un correo nuevo que espera su enlace',
      sent: (email) => `Se ha enviado un mensaje a ${email}.`,
      until: (current, moment) =>
        `Inicia sesión con ${current} hasta que se abra el enlace que contiene. Vale hasta ${moment}.`,
      cancel: 'Conservar el correo actual',
      cancelled: 'Su correo queda como está',
      title: 'Correo nuevo',
      lead: 'Pulse el botón para que esta dirección sea el correo de la cuenta.',
      press: 'Confirmar el correo nuevo',
      done: (email) => `A partir de ahora se inicia sesión en la cuenta con el correo ${email}.`,
    },
    notMe: {
      title: 'No he sido yo',
      lead: 'Pulse el botón para deshacer el cambio. Se cerrarán todas las sesiones de la cuenta.',
      press: 'Deshacer el cambio',
      done: {
        account:
          'Su cuenta está como antes del cambio, y se han cerrado todas sus sesiones. Quien la cambió puede conocer su contraseña anterior: elija otra ahora.',
        address: 'La cuenta ya no tiene esta dirección, y se han cerrado todas sus sesiones.',
      },
    },
  },
};
