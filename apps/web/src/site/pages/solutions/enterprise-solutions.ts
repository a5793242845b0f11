import { claim, draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/solutions/enterprise-solutions',
  title: 'Enterprise Solutions',
  description: `GPU infrastructure with terms in writing: ${claim('uptimeSla')} uptime SLA, ${claim('supportHours')} support, ${claim('supportResponse')} response SLA, ${claim('iso27001')} security.`,
  navColour: 'white',
  nav: {
    group: 'Solutions',
    label: 'Enterprise Solutions',
    hint: '24/7 support and an uptime SLA',
    icon: 'enterprise-solutions',
  },
  sections: [
    {
      kind: 'hero',
      layout: 'wide',
      title: 'Enterprise Solutions',
      lead: draft('A hall of nodes under one contract: an uptime SLA, support around the clock, access by role.'),
      actions: [
        { label: 'Talk to us', to: '/contact?topic=Enterprise%20Solutions' },
        { label: 'Learn More', to: '#terms' },
      ],
      drawing: 'hall',
      drawingCaption: 'A hall of racks. Yours can be one of them, or a row, or the hall.',
    },
    {
      kind: 'tiles',
      head: { caption: 'Specification', title: 'What an enterprise gets' },
      tiles: [
        { value: claim('gpusInService'), label: 'of GPUs' },
        { value: 'B200, H100', label: 'on bare metal or Kubernetes' },
        { value: claim('nvmePerNode'), label: 'NVMe storage per node, at most' },
        { value: claim('userRoles'), label: 'user roles' },
        { value: claim('encryption'), label: 'encryption' },
        { value: claim('soc2'), label: 'compliance' },
        { value: claim('iso27001'), label: 'security' },
        { value: claim('dataCentres'), label: 'data centres' },
      ],
    },
    {
      kind: 'table',
      id: 'terms',
      tone: 'film',
      head: {
        caption: 'Terms',
        title: 'In writing',
        lead: draft('What we owe you stands in the contract. These are the figures in it.'),
      },
      columns: [{ label: 'Term' }, { label: 'What we agree' }, { label: 'Figure', numeric: true }],
      rows: [
        ['Uptime', 'SLA', claim('uptimeSla')],
        ['Response', `SLA, support ${claim('supportHours')}`, claim('supportResponse')],
        ['Termination', 'Notice', claim('terminationNotice')],
        ['Data export', 'Notice, at least', claim('dataExportNotice')],
        ['Billing', 'Periods', claim('billingPeriods')],
        ['Warranty', 'On DGX H100 servers', claim('warranty')],
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Start with the contract',
      lead: `Send us what your procurement needs to see. We reply in ${claim('replyPromise')}.`,
      actions: [
        { label: 'Contact', to: '/contact?topic=Enterprise%20Solutions' },
        { label: 'Legal centre', to: '/legal' },
      ],
    },
    { kind: 'related-pages', group: 'Solutions' },
  ],
};

export default page;
