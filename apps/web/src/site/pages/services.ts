import { claim, draft } from '../claims';
import type { Page } from '../page';
import type { Action } from '../section';

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
      lead: draft('From planning to a running cluster. Use one service or all six.'),
      actions: [
        { label: 'Contact Us', to: '/contact?topic=Services' },
        { label: 'See pricing', to: '/pricing' },
      ],
      drawing: 'services',
      drawingCaption: 'The numbers match the list below.',
    },
    {
      kind: 'rows',
      id: 'services',
      numbered: true,
      head: { caption: 'Services', title: 'Our six services' },
      rows: [
        service('AI Infra Consulting', draft('We plan compute, network and storage with you before you spend money.')),
        service('GPU Procurement', draft('We select, buy and deliver GPU hardware, including B200 and H100.')),
        service(
          'Deployment Support',
          draft('We move your model and its data onto the machines, on Kubernetes if you wish.'),
        ),
        service('Dedicated Servers', draft('Whole bare-metal GPU servers for you alone.')),
        service('On Demand Servers', draft('GPUs provisioned instantly and billed by the minute.')),
        service('GPU Optimization', draft('We find what slows your job down: memory, network, storage or code.')),
      ],
    },
    {
      kind: 'stats',
      tone: 'film',
      head: { caption: 'Included', title: 'Terms for every service' },
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
      lead: 'Describe your project and we will recommend a service.',
      actions: [{ label: 'Contact Us', to: '/contact?topic=Which%20service' }],
    },
  ],
};

function service(title: string, text: string) {
  const action: Action = { label: 'Reach Out', to: `/contact?topic=${encodeURIComponent(title)}` };
  return { title, text, action };
}

export default page;
