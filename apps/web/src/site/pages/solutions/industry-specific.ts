import { claim, draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/solutions/industry-specific',
  title: 'Industry Specific',
  description: `GPU infrastructure fitted to the rules of your field: ${claim('hipaa')}, ${claim('gdpr')}, ${claim('soc2')}, ${claim('iso27001')}, in data centres in India and the US.`,
  navColour: 'sky',
  nav: { group: 'Solutions', label: 'Industry Specific', hint: 'Fitted to your field', icon: 'industry-specific' },
  sections: [
    {
      kind: 'hero',
      layout: 'wide',
      title: 'Industry Specific',
      lead: draft('The rules differ from street to street. The machine underneath is the same.'),
      actions: [
        { label: 'Get Started', to: '/contact?topic=Industry%20Specific' },
        { label: 'Learn More', to: '#fields' },
      ],
      drawing: 'street',
      drawingCaption: 'Five fields, five fronts, one node below the pavement.',
    },
    {
      kind: 'rows',
      id: 'fields',
      head: { caption: 'Fields', title: 'What the rules ask for' },
      rows: [
        {
          title: 'Health',
          icon: 'research-solutions',
          text: draft('Health information, under the US rules for it.'),
          figure: claim('hipaa'),
        },
        {
          title: 'Finance',
          icon: 'enterprise-solutions',
          text: draft('Controls that stand up to an audit over time.'),
          figure: claim('soc2'),
        },
        {
          title: 'Public and personal data',
          icon: 'security-compliance',
          text: draft('Personal data of people in the EU.'),
          figure: claim('gdpr'),
        },
        {
          title: 'Manufacturing',
          icon: 'industry-specific',
          text: draft('Models that answer near the line, on smaller GPUs.'),
          figure: 'Edge',
        },
        {
          title: 'Media',
          icon: 'vision',
          text: draft('Rendering and generation that come in bursts.'),
          figure: 'Auto-scaling',
        },
      ],
    },
    {
      kind: 'tiles',
      tone: 'film',
      head: { caption: 'Specification', title: 'The same underneath' },
      tiles: [
        { value: claim('iso27001'), label: 'security' },
        { value: claim('encryption'), label: 'encryption' },
        { value: claim('uptimeSla'), label: 'uptime SLA' },
        { value: claim('dataCentres'), label: 'data centres' },
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Name your field',
      lead: `And the rule that keeps you awake. We reply in ${claim('replyPromise')}.`,
      actions: [
        { label: 'Contact', to: '/contact?topic=Industry%20Specific' },
        { label: 'Security and compliance', to: '/discover/security-compliance' },
      ],
    },
    { kind: 'related-pages', group: 'Solutions' },
  ],
};

export default page;
