import { operationsOf } from '@novacore/contract/operations';
import { escapeHtml } from '@novacore/shared/formats';

/** Of the contract's Markdown: paragraphs, `code` and **strong**. */
const paragraphs = (markdown = '') =>
  markdown
    .trim()
    .split(/\n\s*\n/)
    .filter(Boolean)
    .map(
      (text) =>
        `<p>${escapeHtml(text)
          .replace(/`([^`]+)`/g, '<code>$1</code>')
          .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')}</p>`,
    )
    .join('');

const answers = ({ responses }) => `<p>Answers: ${Object.keys(responses).join(', ')}.</p>`;

const section = ({ path, method, ...operation }) =>
  `<section id="operation/${operation.operationId}"><h2>${escapeHtml(operation.summary)}</h2>` +
  `<p><code>${method.toUpperCase()} /api${path}</code> · ${operation.operationId}</p>` +
  `${paragraphs(operation.description)}${answers(operation)}</section>`;

/**
 * Every operation of the contract in short, at the anchors that Redoc gives it: what stands at /docs/api until the
 * script has drawn the whole reference, and what stays where there is none.
 */
export function operationList(contract) {
  const { info } = contract;
  const sections = operationsOf(contract).map(section);
  return `<h1>${escapeHtml(info.title)}</h1>${paragraphs(info.description)}${sections.join('')}`;
}
