import { claim } from '../../claims';
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
      lead: claim('industryLead'),
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
        { title: 'Health', icon: 'research-solutions', text: claim('industryHealth'), figure: claim('hipaa') },
        { title: 'Finance', icon: 'enterprise-solutions', text: claim('industryFinance'), figure: claim('soc2') },
        {
          title: 'Public and personal data',
          icon: 'security-compliance',
          text: claim('industryPersonal'),
          figure: claim('gdpr'),
        },
        { title: 'Manufacturing', icon: 'industry-specific', text: claim('industryManufacturing'), figure: 'Edge' },
        { title: 'Media', icon: 'vision', text: claim('industryMedia'), figure: 'Auto-scaling' },
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
        { value: claim('impactDataCentres'), label: 'data centres' },
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
    { kind: 'siblings', group: 'Solutions' },
  ],
};

export default page;
