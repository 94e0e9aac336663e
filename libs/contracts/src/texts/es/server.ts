import { BROWSER_MARK, NEW_ADDRESS, RECOVERY, SESSION } from '../../accounts.js';
import { IMPORT_LIMITS } from '../../competitors.js';
import { LIMITS } from '../../limits.js';
import { TIMERS_MAX } from '../../race-rules.js';
import { GMT_HOURS, TRACK_FILE_LIMITS, RACE_PICTURE, TRACK_LIMITS } from '../../track.js';
import type { ServerTexts } from '../catalogue.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time.js';
import { knownLines, linkLines, sharingLines } from '../mails.js';
import { fieldRefusals } from '../refusals.js';
import { spanishForScreens } from './screens.js';

const { fields, answers, sharing, disputes } = spanishForScreens;

const pressLines = (link: string): string[] =>
  linkLines(
    'Abra esta página y pulse el botón:',
    'Abra esta página en la dirección de Flagpost y pulse el botón:',
    link,
  );

export const spanishForServer: ServerTexts = {
  refusals: {
    ...fieldRefusals(fields),

    'text.tooLong': 'El texto es demasiado largo.',
    'coordinates.invalid': 'Las coordenadas introducidas son incorrectas',

    'event.missing': 'El evento no existe.',
    'event.exists': 'El evento ya existe.',
    'event.past': 'El evento ha terminado. No se puede modificar.',
    'event.unpublished': 'El evento no está publicado.',
    'event.alreadyPublished': 'El evento ya está publicado.',
    'event.changed': 'Otra persona ha cambiado este evento desde que usted lo abrió.',
    'event.hasCompetitors': 'El evento tiene competidores: no se puede pasar a otra institución.',
    'event.categoryHasCompetitors':
      'Hay competidores inscritos en una categoría que se quitaría del evento: inscríbalos antes en otra.',
    'event.begun': 'El evento ha comenzado. No se puede aplazar.',
    'event.notLater': 'Un evento se aplaza a un inicio posterior al que tiene.',

    'event.positionsKept': 'Las posiciones de esta carrera aún se deben conservar.',

    'history.positionsDeleted':
      'Las posiciones de esta carrera se borraron, porque su institución las conserva un tiempo limitado.',

    'route.tooFewPoints': 'Un trazado necesita al menos 2 puntos.',
    'route.tooFewBoxesPoints': 'Los boxes necesitan al menos 3 puntos.',
    'route.tooManyPoints': 'El trazado tiene demasiados puntos.',
    'route.gmt': `GMT debe ser un valor entre ${GMT_HOURS.min} y ${GMT_HOURS.max}, en cuartos de hora.`,
    'route.changed': 'Otra persona ha cambiado este mapa desde que usted lo abrió.',
    'track.missing': 'El trazado no existe.',
    'track.changed': 'Otra persona ha cambiado el nombre de este trazado desde que usted lo abrió.',
    'track.exists': 'El evento ya tiene un trazado.',
    'track.otherInstitution': 'El trazado es de otra institución que el evento.',
    'track.ownEvent': 'Elija el trazado de otro evento.',
    'track.hasSectors': 'El trazado no se puede eliminar: tiene sectores.',
    'track.underWay': 'El trazado no se puede eliminar: su evento está en curso.',
    'sector.missing': 'El sector no existe.',
    'sector.trackRequired': 'Los sectores necesitan un trazado.',
    'sector.changed': 'Otra persona ha cambiado este sector desde que usted lo abrió.',
    'sector.exists': 'El sector ya existe.',
    'sector.pictureMissing': 'La imagen ya no está guardada. Elíjala de nuevo.',
    'sector.tooMany': `Un trazado no puede tener más de ${TRACK_LIMITS.sectors} sectores.`,
    'stage.tooMany': `Un evento no puede tener más de ${TRACK_LIMITS.stages} tramos cronometrados.`,
    'stage.exists': 'Hay dos tramos con el mismo número.',
    'picture.tooMany': `Un evento no puede tener más de ${RACE_PICTURE.perEvent} imágenes.`,
    'poi.missing': 'El punto de interés no existe.',
    'poi.repeated': 'Un punto de interés se ha enviado dos veces.',
    'poi.tooMany': 'El evento tiene demasiados puntos de interés.',

    'category.missing': 'La categoría no existe.',
    'category.exists': 'La categoría ya existe.',
    'category.changed': 'Otra persona ha cambiado el nombre de esta categoría desde que usted la abrió.',
    'category.nameTaken': 'La institución tiene otra categoría con este nombre.',
    'category.hasEvents': 'La categoría no se puede eliminar: la usan eventos.',
    'category.hasCompetitors': 'La categoría no se puede eliminar: hay competidores inscritos en ella.',
    'category.hasEventsAndCompetitors':
      'La categoría no se puede eliminar: la usan eventos y hay competidores inscritos en ella.',

    'circuit.missing': 'El circuito no existe.',
    'circuit.exists': 'El circuito ya existe.',
    'circuit.changed': 'Otra persona ha cambiado este circuito desde que usted lo abrió.',
    'circuit.nameTaken': 'La institución tiene otro circuito con este nombre.',
    'circuit.hasEvents': 'El circuito no se puede eliminar: en él se celebran eventos que no han terminado.',

    'invitation.missing': 'El competidor no existe.',
    'invitation.someMissing': 'Algunos de estos competidores ya no existen.',
    'invitation.exists': 'El competidor ya existe.',
    'invitation.changed': 'Otra persona ha cambiado este competidor desde que usted lo abrió.',
    'invitation.authorized': 'Los competidores autorizados no se pueden modificar.',
    'invitation.notAccepted': 'Primero acepte la invitación.',
    'invitation.driverDeleted':
      'El piloto se eliminó de la institución: elimine este competidor y añádalo de nuevo.',
    'invitation.otherEmail': 'El correo de un competidor no se puede cambiar.',
    'invitation.notCompetitor': 'El correo pertenece a un usuario que no es competidor. ¡No se puede añadir!',
    'import.protected':
      'El archivo tiene contraseña o es de un formato antiguo de Excel. Guárdelo como .xlsx sin contraseña.',
    'import.mislabelled': 'El archivo no es lo que dice su nombre. Elija un archivo CSV, TSV o XLSX.',
    'import.damaged': 'El archivo está dañado y no se puede leer.',
    'import.empty': 'El archivo no tiene filas.',
    'import.tooManyRows': `El archivo tiene más de ${IMPORT_LIMITS.rows} filas. Divídalo.`,
    'import.tooManyColumns': `El archivo tiene más de ${IMPORT_LIMITS.columns} columnas.`,
    'import.tooLarge': `El archivo ocupa más de ${IMPORT_LIMITS.bytes / 1_048_576} MB o, descomprimido, más de lo que se puede leer.`,
    'import.formula': 'Una celda contiene una fórmula. Ponga en su lugar el valor.',
    'import.unknownCategory': 'El evento no tiene ninguna categoría con este nombre.',

    'trackFile.unknownFormat': 'El archivo no es de un trazado. Elija un archivo KML, KMZ, GPX o GeoJSON.',
    'trackFile.protected': 'El archivo tiene contraseña. Guárdelo sin ella.',
    'trackFile.damaged': 'El archivo está dañado o incompleto.',
    'trackFile.doctype': 'El archivo tiene un tipo de documento (DOCTYPE), que no se lee. Quítelo.',
    'trackFile.tooLarge': `El archivo ocupa más de ${TRACK_FILE_LIMITS.bytes / 1_048_576} MB, o más al descomprimirlo.`,
    'trackFile.tooManyPoints': `El archivo tiene más de ${TRACK_FILE_LIMITS.points} puntos.`,
    'trackFile.tooManyShapes': `El archivo tiene más de ${TRACK_FILE_LIMITS.shapes} líneas, áreas y puntos de interés.`,
    'trackFile.coordinates': 'Se espera una latitud de hasta 90 grados y una longitud de hasta 180.',
    'trackFile.linksOnly':
      'El archivo solo remite a otros archivos, que no se descargan. Guarde en él mismo lo que muestra.',
    'trackFile.empty': 'El archivo no tiene ninguna línea, área ni punto.',

    'driver.authorized':
      'El piloto está autorizado a correr en un evento que no ha terminado: desautorícelo allí primero.',

    'flag.unknownCode': 'Esta bandera no existe.',
    'flag.driverRequired': 'Debe elegir al menos un piloto.',
    'flag.oneDriver': 'No se puede enviar a más de un piloto a la vez',
    'flag.messageTooLong': `El mensaje no puede tener más de ${LIMITS.message} caracteres.`,
    'flag.notAuthorized': 'Las banderas solo se pueden enviar a los competidores autorizados del evento.',
    'flag.missing': 'La bandera no existe.',
    'flag.notSentTo': 'Esta bandera no se envió a todos estos competidores.',
    'flag.sectorIsForAll': 'La bandera de un sector solo se puede retirar a todos los competidores.',
    'sos.missing': 'El SOS no existe.',

    'timer.missing': 'El temporizador no existe.',
    'code.notOfEvent': 'Este código no es de ningún coche de este evento.',
    'test.flagInForce':
      'Hay una bandera en vigor en la pista: retira las banderas antes de enviar una prueba.',
    'timer.tooMany': `Un evento no puede tener más de ${TIMERS_MAX} temporizadores.`,

    'club.missing': 'La institución no existe.',
    'club.exists': 'La institución ya existe.',
    'club.changed': 'Otra persona ha cambiado esta institución desde que usted la abrió.',
    'club.keepingChanged':
      'Otra persona ha cambiado el tiempo que se guardan las posiciones desde que usted abrió esta página.',
    'club.hasEvents': 'La institución no se puede eliminar: tiene eventos.',
    'club.hasUsers': 'La institución no se puede eliminar: tiene usuarios. Elimínelos primero.',
    'club.hasEventsAndUsers': 'La institución no se puede eliminar: tiene eventos y usuarios.',

    'licence.missing': 'La licencia no existe.',
    'licence.exists': 'La licencia ya existe.',
    'licence.overlaps': 'La institución tiene otra licencia en este periodo.',
    'licence.ended': 'La licencia ha terminado. No se puede modificar.',
    'licence.changed':
      'Otra persona ha cambiado esta licencia desde que usted la abrió. Compruebe el nuevo total y guarde otra vez.',
    'licence.totalBelowUsed': 'El total no puede ser menor que las licencias usadas.',
    'licence.periodInUse':
      'En este periodo empiezan eventos con competidores autorizados: no puede dejarlos fuera.',
    'licence.limit': 'Ha alcanzado el límite de licencias',

    'user.missing': 'El usuario no existe.',
    'user.disabled': 'El usuario está desactivado.',
    'user.exists': 'El usuario ya existe.',
    'user.changed': 'Alguien ha cambiado los datos de esta persona desde que usted los abrió.',
    'user.emailTaken': answers.emailTaken,
    'user.unknownRole': 'El rol no existe.',
    'user.adminHasNoInstitution': 'Un superadministrador no pertenece a ninguna institución.',
    'user.lastPlanner':
      'El único organizador de eventos de una institución no puede eliminarse ni dejar este rol: nombre antes a otro organizador.',
    'user.passwordChosen':
      'Este usuario ya ha elegido una contraseña. Quien la olvidó pide un código en la página de inicio de sesión.',
  },
  files: {
    atLine: (line, quoted, reason) =>
      quoted === null ? `Línea ${line}: ${reason}` : `Línea ${line} ('${quoted}'): ${reason}`,
  },
  push: {
    sos: 'SOS de un coche',
    red: 'Bandera roja',
    start: 'El evento ha empezado',
    finish: 'El evento ha terminado',
  },
  mails: {
    passCode: (code, link) => ({
      subject: 'Su código para restablecer la contraseña',
      text: [
        'Alguien ha solicitado restablecer la contraseña de su cuenta de Flagpost.',
        '',
        `Su código: ${code}`,
        '',
        ...linkLines('O abra esta página:', 'O abra esta página en la dirección de Flagpost:', link),
        '',
        `Ambos valen una sola vez, durante ${RECOVERY.codeMs / MINUTE_MS} minutos.`,
        'Si no ha sido usted, no responda a este correo: su contraseña no cambia.',
        '',
      ].join('\n'),
    }),
    browserLink: (path, site) => ({
      subject: 'Iniciar sesión desde un navegador nuevo',
      text: [
        'Alguien ha pedido un enlace para iniciar sesión en su cuenta de Flagpost desde un navegador nuevo.',
        '',
        site === null
          ? `Escriba en ese navegador la dirección de su Flagpost y, a continuación: ${path}`
          : `Ábralo en ese navegador: ${site}${path}`,
        '',
        `Pulse allí el botón y después inicie sesión con su contraseña. El enlace vale una sola vez, durante ${BROWSER_MARK.linkMs / MINUTE_MS} minutos.`,
        'Si no ha sido usted, no lo abra: no cambia nada.',
        '',
      ].join('\n'),
    }),
    passwordChanged: (link) => ({
      subject: 'Su contraseña ha cambiado',
      text: [
        'La contraseña de su cuenta de Flagpost ha cambiado.',
        '',
        'Si ha sido usted, no tiene que hacer nada.',
        'Si no ha sido usted, deshaga el cambio en un plazo de 72 horas. Se cerrarán todas las sesiones de su cuenta.',
        '',
        ...pressLines(link),
        '',
      ].join('\n'),
    }),
    addressChanged: (newEmail, link) => ({
      subject: 'El correo de su cuenta ha cambiado',
      text: [
        `Su cuenta de Flagpost tiene ahora otro correo: ${newEmail}`,
        '',
        'Si ha sido usted, no tiene que hacer nada.',
        'Si no ha sido usted, deshaga el cambio en un plazo de 72 horas. Su cuenta volverá a tener esta dirección y la',
        'contraseña que tenía antes, y se cerrarán todas sus sesiones.',
        '',
        ...pressLines(link),
        '',
      ].join('\n'),
    }),
    addressGained: (link) => ({
      subject: 'Esta dirección pertenece ahora a una cuenta de Flagpost',
      text: [
        'El correo de una cuenta de Flagpost se ha cambiado a esta dirección.',
        '',
        'Si ha sido usted, no tiene que hacer nada.',
        'Si no ha sido usted, quite esta dirección de la cuenta en un plazo de 72 horas.',
        '',
        ...pressLines(link),
        '',
      ].join('\n'),
    }),
    newAddress: (link) => ({
      subject: 'Confirme el nuevo correo de una cuenta de Flagpost',
      text: [
        'Esta dirección se ha indicado como nuevo correo de una cuenta de Flagpost.',
        '',
        ...pressLines(link),
        '',
        `El enlace vale una sola vez, durante ${NEW_ADDRESS.linkMs / HOUR_MS} horas. Hasta que se abra, la cuenta conserva el correo que tiene.`,
        'Si no sabe nada de esto, no lo abra: no cambia nada.',
        '',
      ].join('\n'),
    }),
    newAddressTaken: () => ({
      subject: 'Su correo se ha indicado para otra cuenta de Flagpost',
      text: [
        'Alguien ha indicado esta dirección como nuevo correo de otra cuenta de Flagpost.',
        '',
        'Pertenece a alguien que ya se conoce aquí, o pertenecía hasta hace poco. Por eso no ha cambiado nada, y no se le ha dicho.',
        'Si ha sido usted, elija otra dirección, inicie sesión en la cuenta que tiene esta o pregunte al administrador de Flagpost.',
        'Si no ha sido usted, no tiene que hacer nada.',
        '',
      ].join('\n'),
    }),
    staffAddressTaken: (club) => ({
      subject: 'Una institución ha indicado su correo en Flagpost',
      text: [
        `${club} ha indicado esta dirección para darle una cuenta en Flagpost.`,
        '',
        'Pertenece a alguien que ya se conoce aquí, o pertenecía hasta hace poco. Por eso no ha cambiado nada, no se ha creado ninguna contraseña y no se les ha dicho.',
        'Si va a trabajar para ellos, pídales que indiquen otra dirección suya o pregunte al administrador de Flagpost.',
        'Si no sabe nada de esto, no tiene que hacer nada.',
        '',
      ].join('\n'),
    }),
    competitorAddressTaken: (club) => ({
      subject: 'Una institución ha indicado su correo en Flagpost',
      text: [
        `${club} ha inscrito en Flagpost a un competidor con esta dirección.`,
        '',
        'Pertenece a alguien que ya se conoce aquí, o pertenecía hasta hace poco. Lo que hay guardado no cambia, y no se les ha dicho.',
        'Si compite allí, no tiene que hacer nada.',
        'Si no, pídales que corrijan la dirección o pregunte al administrador de Flagpost.',
        '',
      ].join('\n'),
    }),
    controlGranted: ({ name, by, url }) => ({
      subject: 'Alguien puede dirigir carreras de su institución',
      text: [
        `${name} ya puede dirigir carreras de su institución: enviar banderas, atender un SOS y parar una carrera.`,
        ...(by === '' ? [] : [`${by} le ha dado este rol.`]),
        '',
        'Si no es correcto, cambie sus roles en los ajustes de la institución.',
        ...(url === null ? [] : ['', url]),
        '',
      ].join('\n'),
    }),
    invitation: (to, link) => ({
      subject: `Invitación: ${to.event}`,
      text: [
        `Hola, ${to.name}:`,
        '',
        `${to.club} le invita a ${to.event}.`,
        '',
        ...knownLines(
          ['Inicio', to.start],
          ['Fin', to.finish],
          ['Lugar', to.place],
          ['Número', to.carNumber],
          ['Coche', to.car],
          ['Categoría', to.category],
        ),
        `Las horas son las del circuito (${to.zone}).`,
        '',
        ...linkLines(
          'Acepte o rechace la invitación en esta página. No necesita una cuenta:',
          'Acepte o rechace la invitación en esta página, en la dirección de Flagpost. No necesita una cuenta:',
          link,
        ),
        '',
        'Si algo no es correcto, dígalo allí: se avisa al organizador.',
        'This page is also in English. La pagina è disponibile anche in italiano.',
        '',
        ...sharingLines(sharing, to.club),
        '',
      ].join('\n'),
    }),
    invitationDisputed: ({ name, carNumber, event, reason, url }) => ({
      subject: `Invitación incorrecta: ${event}`,
      text: [
        `${name}${carNumber === '' ? '' : ` (coche ${carNumber})`} dice de la invitación a ${event}:`,
        disputes[reason],
        '',
        'Corrija el competidor y vuelva a enviar la invitación.',
        ...(url === null ? [] : ['', url]),
        '',
      ].join('\n'),
    }),
    eventPostponed: ({ name, start, finish, formerStart, formerFinish, reason }) => ({
      subject: `Aplazado: ${name}`,
      text: [
        `El evento ${name} se ha aplazado.`,
        '',
        `Nuevo inicio: ${start}`,
        `Nuevo fin: ${finish}`,
        '',
        `Inicio anterior: ${formerStart}`,
        `Fin anterior: ${formerFinish}`,
        '',
        `Motivo: ${reason}`,
        '',
      ].join('\n'),
    }),
    firstAccess: (password, url) => ({
      subject: 'Su cuenta de Flagpost',
      text: [
        'Ya tiene una cuenta de Flagpost, para la dirección de este correo.',
        '',
        ...(url === null ? [] : [`Inicie sesión en: ${url}`]),
        `Su contraseña para la primera vez: ${password}`,
        '',
        `Vale ${SESSION.givenPasswordMs / DAY_MS} días. Se le pedirá que elija otra antes de cualquier otra cosa.`,
        '',
      ].join('\n'),
    }),
  },
};
