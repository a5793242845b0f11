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
      lead: draft('From the first question to a cluster that runs. Take one step of it, or all six.'),
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
        service(
          'AI Infra Consulting',
          draft('Compute, network and storage sized on paper, before they cost anything.'),
        ),
        service('GPU Procurement', draft('GPU hardware chosen, bought and delivered, B200 and H100 among it.')),
        service(
          'Deployment Support',
          draft('Your model and its data moved onto the machines, on Kubernetes if you like.'),
        ),
        service('Dedicated Servers', draft('Whole GPU servers on bare metal, for you alone.')),
        service('On Demand Servers', draft('GPUs provisioned at once and billed by the minute.')),
        service('GPU Optimization', draft('We look for what holds a job up: memory, network, storage or code.')),
      ],
    },
    {
      kind: 'stats',
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
