import { claim, draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/solutions/enterprise-solutions',
  title: 'Enterprise Solutions',
  description: `GPU infrastructure with terms in writing: ${claim('uptimeSla')} uptime SLA, ${claim('supportHours')} support, ${claim('supportResponse')} response SLA, ${claim('iso27001')} security.`,
  navColour: 'white',
  nav: { group: 'Solutions', label: 'Enterprise Solutions', hint: '24/7 support and an uptime SLA' },
  sections: [
    {
      kind: 'hero',
      layout: 'wide',
      title: 'Enterprise Solutions',
      lead: draft('Dedicated GPU capacity under one contract: an uptime SLA, support at any hour, role-based access.'),
      actions: [
        { label: 'Talk to us', to: '/contact?topic=Enterprise%20Solutions' },
        { label: 'Learn More', to: '#terms' },
      ],
      drawing: 'hall',
      drawingCaption: 'A data hall. You can have one rack, a row or the whole hall.',
    },
    {
      kind: 'tiles',
      head: { caption: 'Specification', title: 'Specification for enterprises' },
      tiles: [
        { value: 'B200, H100', label: 'on bare metal or Kubernetes' },
        { value: claim('userRoles'), label: 'user roles' },
        { value: claim('soc2'), label: 'compliance' },
        { value: claim('dataCentres'), label: 'data centres' },
      ],
    },
    {
      kind: 'table',
      id: 'terms',
      tone: 'film',
      head: { caption: 'Terms', title: 'Contract terms', lead: draft('These figures are in every contract.') },
      columns: [{ label: 'Term' }, { label: 'Kind' }, { label: 'Figure', numeric: true }],
      rows: [
        ['Uptime', 'SLA', claim('uptimeSla')],
        ['Response', `SLA, support ${claim('supportHours')}`, claim('supportResponse')],
        ['Termination', 'Notice', claim('terminationNotice')],
        ['Data export', 'Minimum notice', claim('dataExportNotice')],
        ['Billing', 'Periods', claim('billingPeriods')],
        ['Warranty', 'On DGX H100 servers', claim('warranty')],
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Start with the contract',
      lead: 'Send us the requirements of your procurement team.',
      actions: [
        { label: 'Contact', to: '/contact?topic=Enterprise%20Solutions' },
        { label: 'Legal centre', to: '/legal' },
      ],
    },
    { kind: 'related-pages', group: 'Solutions' },
  ],
};

export default page;
