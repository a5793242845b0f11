import { claim } from '../claims';
import type { Page } from '../page';
import type { Action } from '../section-parts';

const page: Page = {
  path: '/services',
  title: 'Services',
  description:
    'Dedicated and on-demand GPU servers, deployment support, GPU optimization, GPU procurement and AI infra consulting. Reach out for any of the six.',
  navColour: 'sky',
  nav: { group: 'Direct', label: 'Services' },
  sections: [
    {
      kind: 'hero',
      layout: 'wide',
      title: 'Services',
      lead: claim('servicesLead'),
      actions: [
        { label: 'Contact Us', to: '/contact?topic=Services' },
        { label: 'See pricing', to: '/pricing' },
      ],
      drawing: 'services',
      drawingCaption: 'One line through all six. The numbers are those of the list below.',
    },
    {
      kind: 'rows',
      id: 'services',
      numbered: true,
      head: { caption: 'Services', title: 'Six, along one line' },
      rows: [
        service('AI Infra Consulting', claim('serviceConsulting')),
        service('GPU Procurement', claim('serviceProcurement')),
        service('Deployment Support', claim('serviceDeployment')),
        service('Dedicated Servers', claim('serviceDedicated')),
        service('On Demand Servers', claim('serviceOnDemand')),
        service('GPU Optimization', claim('serviceOptimization')),
      ],
    },
    {
      kind: 'facts',
      tone: 'film',
      head: { caption: 'With every one of them', title: 'The same four figures' },
      figures: [
        { value: claim('supportHours'), label: 'support' },
        { value: claim('supportResponseShort'), label: 'response SLA' },
        { value: claim('uptimeSla'), label: 'uptime SLA' },
        { value: claim('billingPeriods'), label: `billing, in ${claim('billingCurrency')}` },
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Not sure which one?',
      lead: `Describe the job. We answer with the service, in ${claim('replyPromise')}.`,
      actions: [{ label: 'Contact Us', to: '/contact?topic=Which%20service' }],
    },
  ],
};

function service(title: string, text: string) {
  const action: Action = { label: 'Reach Out', to: `/contact?topic=${encodeURIComponent(title)}` };
  return { title, text, action };
}

export default page;
