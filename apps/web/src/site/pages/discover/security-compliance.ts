import { claim, draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/discover/security-compliance',
  title: 'Security and compliance',
  description: `${claim('encryption')} encryption, ${claim('soc2')}, ${claim('iso27001')}, ${claim('hipaa')}, ${claim('gdpr')} and audit logging around your data.`,
  navColour: 'sky',
  nav: {
    group: 'Discover',
    label: 'Security and compliance',
    hint: `${claim('encryption')}, ${claim('soc2')}, ${claim('iso27001')}`,
  },
  sections: [
    {
      kind: 'hero',
      layout: 'split',
      title: 'Security and compliance',
      lead: draft('Six layers of protection, by the names auditors use.'),
      actions: [
        { label: 'Explore', to: '/product/gpu-stack' },
        { label: 'Contact Us', to: '/contact?topic=Security%20and%20compliance' },
      ],
      drawing: 'rings',
    },
    {
      kind: 'table',
      id: 'layers',
      head: { caption: 'From the outside in', title: 'Six layers of protection' },
      columns: [{ label: 'Layer' }, { label: 'What it covers' }],
      rows: [
        ['Audit logging', claim('auditLog')],
        [claim('gdpr'), draft('The EU rules for personal data.')],
        [claim('hipaa'), draft('The US rules for health information.')],
        [claim('iso27001'), draft('Information security managed as a system: risks, controls, review.')],
        [claim('soc2'), draft('Controls examined over a period of time, not on a single day.')],
        [claim('encryption'), draft('Encryption with 256-bit keys.')],
      ],
    },
    {
      kind: 'stats',
      tone: 'film',
      head: { caption: 'In the contract', title: 'Contract terms' },
      figures: [
        { value: claim('uptimeSla'), label: 'uptime SLA' },
        { value: claim('dataExportNotice'), label: 'minimum data export notice' },
        { value: claim('terminationNotice'), label: 'notice to terminate' },
        { value: claim('supportResponse'), label: `response SLA, support ${claim('supportHours')}` },
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Send us your security questionnaire',
      lead: 'We answer the questions of your auditors.',
      actions: [
        { label: 'Book a Demo', to: '/contact?topic=Book%20a%20Demo%3A%20Security' },
        { label: 'Learn More', to: '#layers' },
      ],
    },
    { kind: 'related-pages', group: 'Discover' },
  ],
};

export default page;
