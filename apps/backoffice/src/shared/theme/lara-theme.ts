import postcss, { type AtRule, type Declaration } from 'postcss';

/**
 * Read by the build alone (vite.config.js). Rewrites PrimeReact's Lara sheet onto our tokens. Lara states its colours as literals, so that setting variables
 * changes little: here every literal becomes a token by what it colours (ground, text, line or shadow). Rules of
 * components that we do not use are left out. A literal without an entry stops the build and names itself: when a
 * component is added to `COMPONENTS`, its colours are decided here, once, for every theme.
 */

const COMPONENTS =
  /\.p-(?:component|disabled|error|invalid|link|button|checkbox|inputtext|inputtextarea|dialog|toast|message|inline-message|tag|skeleton|tooltip)(?![a-z])/;
/** Variants of used components that no screen shows: further colours of buttons, other libraries' widgets. */
const UNUSED =
  /button-(?:help|info|success|warning|contrast)|splitbutton|selectbutton|togglebutton|radiobutton|speeddial|\.p-(?:editor|cascade|autocomplete|calendar|datepicker|multiselect|treeselect|inputswitch|chips|mention|rating|galleria|image|datatable|paginator|tabview|tabmenu|dock|float-label|inputgroup|fileupload|picklist|orderlist|tree|organizationchart|steps|stepper|megamenu|menubar|scrolltop|sidebar|toolbar|panel-|fieldset|accordion|inputnumber|buttonset|colorpicker|password-panel|password-meter|carousel|timeline|listbox)/;

type Role = 'ground' | 'text' | 'line' | 'shadow';

const mix = (token: string, percent: number): string =>
  `color-mix(in srgb, var(${token}) ${percent}%, transparent)`;
const token = (name: string): string => `var(${name})`;
const everywhere = (value: string): Record<Role, string> => ({
  ground: value,
  text: value,
  line: value,
  shadow: value,
});

/* eslint-disable no-restricted-syntax -- Lara's literals are the keys here: this is where they end. */
const COLOURS: Record<string, Partial<Record<Role, string>>> = {
  '#ffffff': {
    ground: token('--surface-card'),
    text: token('--on-accent'),
    line: token('--surface-card'),
    shadow: token('--surface-card'),
  },
  '#f9fafb': { ground: token('--surface-sunken') },
  '#f3f4f6': { ground: token('--surface-hover'), line: token('--border') },
  '#e5e7eb': everywhere(token('--border')),
  '#d1d5db': everywhere(token('--border-strong')),
  '#374151': everywhere(token('--text')),
  '#4b5563': { text: token('--text'), ground: token('--surface-inverse'), line: token('--surface-inverse') },
  '#6b7280': everywhere(token('--text-muted')),
  '#8b5cf6': { ground: token('--accent'), text: token('--accent-text'), line: token('--accent') },
  '#7c3aed': everywhere(token('--accent-hover')),
  '#6d28d9': {
    ground: token('--accent-active'),
    text: token('--accent-soft-text'),
    line: token('--accent-active'),
  },
  '#f5f3ff': everywhere(token('--accent-soft')),
  '#ddd6fe': everywhere(token('--focus')),
  '#c5aefb': everywhere(token('--focus')),
  'rgba(139, 92, 246, 0.04)': everywhere(mix('--accent', 8)),
  'rgba(139, 92, 246, 0.16)': everywhere(mix('--accent', 18)),
  'rgba(139, 92, 246, 0.24)': everywhere(mix('--accent', 26)),
  '#64748b': { ground: token('--neutral'), line: token('--neutral'), text: token('--text') },
  '#475569': everywhere(token('--neutral-hover')),
  '#334155': everywhere(token('--neutral-active')),
  '#e2e8f0': everywhere(token('--focus')),
  '#b0b9c6': everywhere(token('--focus')),
  'rgba(100, 116, 139, 0.04)': everywhere(mix('--text', 8)),
  'rgba(100, 116, 139, 0.16)': everywhere(mix('--text', 16)),
  '#ef4444': { ground: token('--danger'), line: token('--danger'), text: token('--danger-text') },
  '#dc2626': everywhere(token('--danger-hover')),
  '#b91c1c': everywhere(token('--danger-active')),
  '#fecaca': everywhere(token('--focus')),
  '#f7a2a2': everywhere(token('--focus')),
  'rgba(239, 68, 68, 0.04)': everywhere(mix('--danger', 8)),
  'rgba(239, 68, 68, 0.16)': everywhere(mix('--danger', 18)),
  '#e24c4c': everywhere(token('--danger-text')),
  '#ff5757': everywhere(token('--danger-text')),
  'rgba(255, 231, 230, 0.7)': everywhere(token('--danger-soft')),
  '#1ea97c': everywhere(token('--success-text')),
  '#22c55e': everywhere(token('--success')),
  'rgba(228, 248, 240, 0.7)': everywhere(token('--success-soft')),
  '#cc8925': everywhere(token('--warning-text')),
  '#f97316': everywhere(token('--warning')),
  'rgba(255, 242, 226, 0.7)': everywhere(token('--warning-soft')),
  '#3b82f6': everywhere(token('--info-text')),
  '#0ea5e9': everywhere(token('--info')),
  'rgba(219, 234, 254, 0.7)': everywhere(token('--info-soft')),
  'rgb(0, 0, 0)': everywhere('transparent'),
  'rgba(0, 0, 0, 0.1)': everywhere(token('--shadow')),
  'rgba(0, 0, 0, 0.12)': everywhere(token('--shadow')),
  'rgba(0, 0, 0, 0.14)': everywhere(token('--shadow')),
  'rgba(0, 0, 0, 0.2)': everywhere(token('--shadow')),
  'rgba(0, 0, 0, 0.3)': everywhere(token('--shadow')),
  'rgba(0, 0, 0, 0.4)': everywhere(token('--mask')),
  'rgba(255, 255, 255, 0)': everywhere('transparent'),
  'rgba(255, 255, 255, 0.4)': everywhere(mix('--surface-card', 40)),
  'rgba(255, 255, 255, 0.5)': everywhere(mix('--surface-card', 50)),
  'rgba(255, 255, 255, 0.1)': everywhere(mix('--surface-card', 10)),
};
/* eslint-enable no-restricted-syntax */

const LITERAL = /#[0-9a-f]{3,8}\b|rgba?\([^)]*\)/gi;

const roleOf = (property: string): Role => {
  if (/^(?:color|fill|stroke)$/.test(property)) return 'text';
  if (property.includes('shadow')) return 'shadow';
  return /border|outline/.test(property) ? 'line' : 'ground';
};

const onTokens = (declaration: Declaration): string =>
  declaration.value.replace(LITERAL, (literal) => {
    const value = COLOURS[literal.toLowerCase()]?.[roleOf(declaration.prop)];
    if (value !== undefined) return value;
    throw declaration.error(`No token for ${literal} in ${declaration.toString()}`);
  });

/** Lara's light sheet, on tokens. */
export const laraOnTokens = (sheet: string): string => {
  const root = postcss.parse(sheet);
  root.walkAtRules('font-face', (rule) => void rule.remove());
  root.walkRules((rule) => {
    const { parent } = rule;
    if (parent?.type === 'atrule' && (parent as AtRule).name.endsWith('keyframes')) return;
    const kept = rule.selectors.filter((selector) => COMPONENTS.test(selector) && !UNUSED.test(selector));
    if (kept.length === 0) rule.remove();
    else rule.selectors = kept;
  });
  // `base.css` says in which font its components are.
  root.walkDecls(/^font-(?:family|feature-settings)$/, (declaration) => void declaration.remove());
  root.walkDecls((declaration) => void (declaration.value = onTokens(declaration)));
  return root.toString();
};
