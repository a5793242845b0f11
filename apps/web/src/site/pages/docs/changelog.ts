import type { Block } from '../../section';
import changelog from './changelog.json';
import { paragraph, section } from './code';
import { guide } from './guides';

type Release = (typeof changelog)[number];

const describe = ({ version, date, notes }: Release): Block[] => [
  section(`v${version}`, version),
  paragraph(date ? `Released on ${date}.` : 'In preparation.'),
  { kind: 'list', items: notes.map(({ text }) => text) },
];

export default guide({
  path: '/docs/changelog',
  title: 'Changelog',
  description: 'What each version of the NovaCore API changed, and what to do about it.',
  lead: 'What each version changed, and what to do about it. Additions raise the minor version. Breaking changes raise the major version.',
  blocks: [
    paragraph(
      'Additions are operations, statuses, error codes, fields of replies and optional fields of requests. Ignore those that you do not know. A new major version has a new address.',
    ),
    ...changelog.flatMap(describe),
  ],
});
