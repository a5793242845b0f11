/** What the build reads from its environment, with the defaults of `npm start`. */
export const settings = {
  /** The site's own origin, without a trailing slash. */
  publicUrl: process.env.PUBLIC_URL || `http://localhost:${process.env.PORT || 3000}`,
  contactEmail: process.env.CONTACT_EMAIL || 'hello@novacore.example',
  /** Address of a third-party script for the home page, loaded after consent; empty for none. */
  homeScriptUrl: process.env.HOME_SCRIPT_URL || '',
};

/** The settings that page data and browser code see, as `import.meta.env.*`. */
export const define = {
  'import.meta.env.CONTACT_EMAIL': JSON.stringify(settings.contactEmail),
  'import.meta.env.HOME_SCRIPT_URL': JSON.stringify(settings.homeScriptUrl),
};
