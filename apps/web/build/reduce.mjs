// Takes out of a document what nothing on its page uses: styles by class, icons by symbol.
import { transform } from 'lightningcss';
import { styleTargets } from './browsers.mjs';

const wordsOf = (text) => text.match(/[\w-]+/g) ?? [];

/**
 * Whether the page has the name, or one of its scripts has it in a string. A script may compose a name, as in
 * `toast--${tone}`: its beginning counts for all such names.
 */
function usage(names, scripts) {
  const strings = scripts.flatMap((script) => script.match(/(?<=["'`}])[\w -]+(?=["'`$])/g) ?? []);
  const words = new Set([...names, ...strings].flatMap(wordsOf));
  const beginnings = scripts
    .flatMap((script) => [...script.matchAll(/([\w-]+-)\$\{/g)])
    .map(([, beginning]) => beginning);
  return (name) => words.has(name) || beginnings.some((beginning) => name.startsWith(beginning));
}

const without = (css, unusedSymbols, options) =>
  transform({ filename: 'page.css', code: Buffer.from(css), minify: true, unusedSymbols, ...options }).code.toString();

/** First the classes that nothing uses, then the variables and animations that no other style uses. */
function reduceStyles(css, html, isUsed) {
  const classes = new Set([...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name));
  const styles = without(
    css,
    [...classes].filter((name) => !isUsed(name)),
  );
  const uses = new Set(wordsOf(`${styles.replace(/@keyframes [\w-]+/g, '')}${html}`.replace(/--[\w-]+:/g, '')));
  const rest = [...styles.matchAll(/@keyframes ([\w-]+)|(--[\w-]+):/g)].map(
    ([, frames, variable]) => frames ?? variable,
  );
  return without(
    styles,
    rest.filter((name) => !uses.has(name)),
    { targets: styleTargets },
  );
}

/**
 * @param html a document of src/prerender/document.ts
 * @param scripts the texts of all scripts that the page can load
 */
export function reduceDocument(html, scripts) {
  const classes = [...html.matchAll(/ class="([^"]*)"/g)].map(([, value]) => value);
  const icons = [...html.matchAll(/ href="#i-([^"]*)"/g)].map(([, value]) => value);
  const isUsed = usage([...classes, ...icons], scripts);
  const body = html.replace(/<style>.*?<\/style>/s, '');
  return html
    .replace(/(?<=<style>).*?(?=<\/style>)/s, (css) => reduceStyles(css, body, isUsed))
    .replaceAll(/<symbol id="i-([^"]+)".*?<\/symbol>/gs, (symbol, name) => (isUsed(name) ? symbol : ''));
}
