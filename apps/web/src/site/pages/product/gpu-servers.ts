import { claim, draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/product/gpu-servers',
  title: 'GPU Servers, dedicated and bare metal',
  description: `Bare-metal GPU servers: ${claim('gpusPerNode')} GPUs each, NVMe up to ${claim('nvmePerNode')} per node, InfiniBand, ${claim('supportHours')} support. Priced in rupees and dollars.`,
  navColour: 'white',
  nav: { group: 'Products', label: 'GPU Servers', hint: 'Dedicated and bare metal' },
  sections: [
    {
      kind: 'hero',
      layout: 'wide',
      title: 'GPU Servers',
      lead: draft('Eight GPUs on bare metal. Your job has all of each GPU.'),
      actions: [
        { label: 'Get Started', to: '/contact?topic=GPU%20Servers' },
        { label: 'See prices', to: '/pricing' },
      ],
      drawing: 'server-plan',
      drawingCaption: 'One server from above, front on the left. All eight GPUs are the same; one is shown in orange.',
    },
    {
      kind: 'tiles',
      id: 'specification',
      head: { caption: 'Specification', title: 'Server specification' },
      tiles: [
        { value: claim('gpusPerNode'), label: 'GPUs' },
        { value: 'B200, H100', label: `and more: ${claim('gpuModels')} GPU models` },
        { value: claim('nvlink'), label: 'NVLink, GPU to GPU' },
        { value: 'Bare metal', label: 'no hypervisor' },
        { value: claim('iso27001'), label: 'information security' },
      ],
    },
    {
      kind: 'rows',
      head: { caption: 'Dedicated', title: 'What you get with a dedicated server' },
      rows: [
        {
          title: 'Storage',
          icon: 'gpu-stack',
          text: draft('NVMe drives are in the same server as the GPUs.'),
          figure: claim('nvmePerNode'),
        },
        { title: 'Network', icon: 'infrastructure', text: draft('InfiniBand connects servers into clusters.') },
        {
          title: 'Support',
          icon: 'collaboration-tools',
          text: draft(`${claim('supportHours')}, with a response SLA of ${claim('supportResponse')}.`),
        },
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Order a server',
      lead: 'Tell us which GPU you need and for how long.',
      actions: [
        { label: 'Contact', to: '/contact?topic=GPU%20Servers' },
        { label: 'Compare prices', to: '/pricing' },
      ],
    },
    { kind: 'related-pages', group: 'Products' },
  ],
};

export default page;
