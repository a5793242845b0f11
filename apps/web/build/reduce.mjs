// Takes out of a document what nothing on its page uses: styles by class, icons by symbol.
import { transform } from 'lightningcss';
import { styleTargets } from './browsers.mjs';

/**
 * Whether the page or one of its scripts has the name as a word. Of a name that a script composes, as in `toast--${tone}`,
 * it has the beginning.
 */
function usage(texts) {
  const words = new Set(texts.flatMap((text) => text.match(/[\w-]+/g) ?? []));
  const beginnings = texts.flatMap((text) => [...text.matchAll(/([\w-]+-)\$\{/g)]).map(([, beginning]) => beginning);
  return (name) => words.has(name) || beginnings.some((beginning) => name.startsWith(beginning));
}

function reduceStyles(css, isUsed) {
  const names = new Set([...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name));
  const unusedSymbols = [...names].filter((name) => !isUsed(name));
  const code = Buffer.from(css);
  return transform({ filename: 'page.css', code, minify: true, targets: styleTargets, unusedSymbols }).code.toString();
}

/**
 * @param html a document of src/prerender/document.ts
 * @param scripts the texts of all scripts that the page can load
 */
export function reduceDocument(html, scripts) {
  const classes = [...html.matchAll(/ class="([^"]*)"/g)].map(([, value]) => value);
  const icons = [...html.matchAll(/ href="#(i-[^"]*)"/g)].map(([, value]) => value);
  const isUsed = usage([...classes, ...icons, ...scripts]);
  return html
    .replace(/(?<=<style>).*?(?=<\/style>)/s, (css) => reduceStyles(css, isUsed))
    .replaceAll(/<symbol id="([^"]+)".*?<\/symbol>/gs, (symbol, id) => (isUsed(id) ? symbol : ''));
}
