import { claim, draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/solutions/industry-specific',
  title: 'Industry Specific',
  description: `GPU infrastructure for the rules of your industry: ${claim('hipaa')}, ${claim('gdpr')}, ${claim('soc2')}, ${claim('iso27001')}, in data centres in India and the US.`,
  navColour: 'sky',
  nav: { group: 'Solutions', label: 'Industry Specific', hint: 'For the rules of your industry' },
  sections: [
    {
      kind: 'hero',
      layout: 'wide',
      title: 'Industry Specific',
      lead: draft('Every industry has its own rules. The infrastructure is the same.'),
      actions: [
        { label: 'Get Started', to: '/contact?topic=Industry%20Specific' },
        { label: 'Learn More', to: '#fields' },
      ],
      drawing: 'street',
      drawingCaption: 'Five industries on the same infrastructure.',
    },
    {
      kind: 'table',
      id: 'fields',
      head: { caption: 'Industries', title: 'Requirements by industry' },
      columns: [{ label: 'Industry' }, { label: 'Requirement', full: true }, { label: 'Answer' }],
      rows: [
        ['Health', draft('Health information under US rules.'), claim('hipaa')],
        ['Finance', draft('Controls that are audited over a period of time.'), claim('soc2')],
        ['Public and personal data', draft('Personal data of people in the EU.'), claim('gdpr')],
        ['Manufacturing', draft('Models that run near the production line, on smaller GPUs.'), 'Edge'],
        ['Media', draft('Rendering and generation with changing load.'), 'Auto-scaling'],
      ],
    },
    {
      kind: 'tiles',
      tone: 'film',
      head: { caption: 'Specification', title: 'The same for every industry' },
      tiles: [
        { value: claim('uptimeSla'), label: 'uptime SLA' },
        { value: claim('dataCentres'), label: 'data centres' },
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Tell us about your industry',
      lead: 'Tell us which regulations you must meet.',
      actions: [
        { label: 'Contact', to: '/contact?topic=Industry%20Specific' },
        { label: 'Security and compliance', to: '/discover/security-compliance' },
      ],
    },
    { kind: 'related-pages', group: 'Solutions' },
  ],
};

export default page;
