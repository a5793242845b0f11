// Takes out of a document what nothing on its page uses: styles by class, icons by symbol.
import { transform } from 'lightningcss';
import { styleTargets } from './browsers.mjs';

const wordsOf = (text) => text.match(/[\w-]+/g) ?? [];
const captures = (text, pattern) => [...text.matchAll(pattern)].map((match) => match[1]);

/**
 * Whether the page has the name, or one of its scripts has it in a string. A script may compose a name, as in
 * `toast--${tone}`: its beginning counts for all such names.
 */
function usage(names, script) {
  const strings = script.match(/(?<=["'`}])[\w -]+(?=["'`$])/g) ?? [];
  const words = new Set([...names, ...strings].flatMap(wordsOf));
  const beginnings = captures(script, /([\w-]+-)\$\{/g);
  return (name) => words.has(name) || beginnings.some((beginning) => name.startsWith(beginning));
}

function without(css, names, isUsed, options) {
  const unusedSymbols = [...new Set(names)].filter((name) => !isUsed(name));
  const code = Buffer.from(css);
  return transform({ filename: 'page.css', code, minify: true, unusedSymbols, ...options }).code.toString();
}

/** First the classes that nothing uses, then the variables and animations that no other style uses. */
function reduceStyles(css, isUsed) {
  const styles = without(css, captures(css, /\.([a-z][\w-]*)/gi), isUsed);
  const definition = /(?:@keyframes |(?=--))([\w-]+)(?=[:{])/g;
  const uses = new Set(wordsOf(styles.replace(definition, '')));
  return without(styles, captures(styles, definition), (name) => uses.has(name), { targets: styleTargets });
}

/**
 * @param html a document of src/prerender/document.ts
 * @param scripts the texts of all scripts that the page can load
 */
export function reduceDocument(html, scripts) {
  const names = [...captures(html, / class="([^"]*)"/g), ...captures(html, / href="#i-([^"]*)"/g)];
  const isUsed = usage(names, scripts.join('\n'));
  return html
    .replace(/(?<=<style>).*?(?=<\/style>)/s, (css) => reduceStyles(css, isUsed))
    .replaceAll(/<symbol id="i-([^"]+)".*?<\/symbol>/gs, (symbol, name) => (isUsed(name) ? symbol : ''));
}
