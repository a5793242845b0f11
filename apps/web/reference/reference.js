// The API reference: Redoc over the contract, in the site's colours. Loaded by /docs/api alone.

/** The site's colours (src/styles/tokens.css) in plain hex: Redoc computes shades of them. */
const light = {
  paper: '#ffffff',
  film: '#f0f5f8',
  ink: '#07131f',
  ink2: '#3f4f5d',
  line: '#d6dde2',
  blue: '#0f5f9e',
  good: '#0a6b44',
  warn: '#7a5200',
  bad: '#b0122f',
};
const dark = {
  paper: '#0a1118',
  film: '#101a23',
  ink: '#eaf3f9',
  ink2: '#a9bac7',
  line: '#2a3743',
  blue: '#6fc0f2',
  good: '#5fd3a0',
  warn: '#f0b95a',
  bad: '#ff8d95',
};

/** Answers and verbs of the samples stand on the dark panel in both schemes. */
const night = { panel: '#101a23', code: '#0a1118', ink: '#eaf3f9' };

const text = 'Anek, system-ui, sans-serif';

const themeOf = (colours) => ({
  colors: {
    primary: { main: colours.blue },
    success: { main: colours.good },
    warning: { main: colours.warn },
    error: { main: colours.bad },
    gray: { 50: colours.film, 100: colours.film },
    text: { primary: colours.ink, secondary: colours.ink2 },
    border: { dark: colours.line, light: colours.paper },
    responses: {
      success: { color: colours.good, tabTextColor: dark.good },
      error: { color: colours.bad, tabTextColor: dark.bad },
      redirect: { color: colours.warn, tabTextColor: dark.warn },
      info: { color: colours.blue, tabTextColor: dark.blue },
    },
  },
  schema: { nestedBackground: colours.film, typeNameColor: colours.ink2, linesColor: colours.ink2 },
  typography: {
    fontSize: '16px',
    fontFamily: text,
    headings: { fontFamily: text, fontWeight: '600', lineHeight: '1.25' },
    code: { color: colours.ink, backgroundColor: colours.film, fontFamily: 'ui-monospace, Menlo, Consolas, monospace' },
    links: { color: colours.blue, visited: colours.blue, hover: colours.ink },
  },
  sidebar: { width: '280px', backgroundColor: colours.film, textColor: colours.ink },
  rightPanel: {
    backgroundColor: night.panel,
    textColor: night.ink,
    servers: { overlay: { backgroundColor: night.code, textColor: night.ink }, url: { backgroundColor: night.panel } },
  },
  codeBlock: { backgroundColor: night.code },
});

/** A browser that blocks storage throws. */
function chosenTheme() {
  try {
    return localStorage.getItem('theme');
  } catch {
    return null;
  }
}

const isDark = () => {
  const chosen = chosenTheme();
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
};

document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
Redoc.init(
  '/openapi.json',
  {
    theme: themeOf(isDark() ? dark : light),
    expandResponses: '200,201',
    hideDownloadButton: true,
    nativeScrollbars: true,
    requiredPropsFirst: true,
    scrollYOffset: 'header',
  },
  document.getElementById('reference'),
);
