import type { Block } from '../../section';
import changelog from './changelog.json';
import { paragraph, section } from './code';
import { guide } from './guides';

const [oldest] = changelog.slice(-1);

const listed = (title: string, items: string[]): Block[] =>
  items.length
    ? [paragraph(title), { kind: 'list', items: items.map((item) => `\`${item.replaceAll('`', '')}\``) }]
    : [];

function describe(release: (typeof changelog)[number]): Block[] {
  const { version, date, breaking, added } = release;
  const changes = [...listed('**Breaking changes:**', breaking), ...listed('**Added:**', added)];
  return [
    section(`v${version}`, version),
    paragraph(`Released on ${date}.`),
    ...(release === oldest ? listed('The first version has these operations:', added) : changes),
  ];
}

export default guide({
  path: '/docs/changelog',
  title: 'Changelog',
  description: 'What each version of the NovaCore API contract changed.',
  lead: 'What each version of the contract changed. Additions raise the minor version, breaking changes the major version.',
  blocks: [
    paragraph(
      'New optional request fields, fields of answers, operations, statuses and error codes are additions: ignore what you do not know. A new major version has a new address.',
    ),
    ...changelog.flatMap(describe),
  ],
});
