const helperModule = /preload-helper\.js$/;

const helper = `
export const __vitePreload = (load, chunks = []) => {
  for (const chunk of chunks) import(/* @vite-ignore */ '/' + chunk).catch(() => {});
  return load();
};`;

/**
 * What the bundler wraps a lazy import in, so that the chunks which the wanted one imports are fetched beside it, not
 * behind it. Its own does the same by link elements, for style sheets and nonces too, which there are none of here; every
 * page carries it.
 */
export const leanPreloadPlugin = () => ({
  name: 'novacore:lean-preload',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: { filter: { id: helperModule }, handler: () => helper },
});
