import { claim, draft } from '../../claims';
import { formatPrice } from '../../explorer/pricing';
import type { Page } from '../../page';
import { gpus } from '../../prices';

const page: Page = {
  path: '/product/gpu-servers',
  title: 'GPU Servers, dedicated and bare metal',
  description: `Bare-metal GPU servers: ${claim('gpusPerNode')} GPUs each, NVMe up to ${claim('nvmePerNode')} per node, InfiniBand, ${claim('supportHours')} support. Priced in rupees and dollars.`,
  navColour: 'white',
  nav: { group: 'Products', label: 'GPU Servers', hint: 'Dedicated and bare metal', icon: 'gpu-servers' },
  sections: [
    {
      kind: 'hero',
      layout: 'wide',
      title: 'GPU Servers',
      lead: draft('Bare metal, eight GPUs to a server. Your job runs on the GPU itself, with nothing in between.'),
      actions: [
        { label: 'Get Started', to: '/contact?topic=GPU%20Servers' },
        { label: 'See prices', to: '#prices' },
      ],
      drawing: 'server-plan',
      drawingCaption:
        'One server from above, its front on the left. One GPU in the core colour; the other seven are its equals.',
    },
    {
      kind: 'tiles',
      id: 'specification',
      head: { caption: 'Specification', title: 'What is in a server' },
      tiles: [
        { value: claim('gpusPerNode'), label: 'GPUs' },
        { value: 'B200, H100', label: `and more: ${claim('gpuModels')} GPU models` },
        { value: claim('nvlink'), label: 'NVLink, GPU to GPU' },
        { value: claim('nvmePerNode'), label: 'NVMe storage, at most' },
        { value: 'Bare metal', label: 'your job on the GPU itself' },
        { value: 'InfiniBand', label: 'networking between servers' },
        { value: claim('supportResponseShort'), label: `response SLA, ${claim('supportHours')}` },
        { value: claim('iso27001'), label: 'security' },
      ],
    },
    {
      kind: 'rows',
      head: { caption: 'Yours alone', title: 'What dedicated means' },
      rows: [
        {
          title: 'Bare metal',
          icon: 'gpu-servers',
          text: draft('No hypervisor takes a share. What the data sheet says is what your job gets.'),
        },
        {
          title: 'Storage',
          icon: 'gpu-stack',
          text: draft('Drives sit in the server, next to the GPUs that read them.'),
          figure: claim('nvmePerNode'),
        },
        {
          title: 'Network',
          icon: 'infrastructure',
          text: draft('InfiniBand joins one server to the next, and servers to clusters.'),
        },
        {
          title: 'Support',
          icon: 'collaboration-tools',
          text: draft(`${claim('supportHours')}, with a response SLA of ${claim('supportResponse')}.`),
        },
      ],
    },
    {
      kind: 'table',
      id: 'prices',
      tone: 'film',
      head: { caption: 'Prices', title: 'One GPU, one hour', lead: 'As listed, in both currencies.' },
      columns: [
        { label: 'GPU' },
        { label: 'Memory', numeric: true },
        { label: 'INR/hr', numeric: true },
        { label: 'INR/mo', numeric: true },
        { label: 'USD/hr', numeric: true },
        { label: 'USD/mo', numeric: true },
      ],
      rows: gpus.map((gpu) => [
        gpu.gpu,
        `${gpu.memoryGb} GB`,
        formatPrice(gpu, 'inr', 'hour'),
        formatPrice(gpu, 'inr', 'month'),
        formatPrice(gpu, 'usd', 'hour'),
        formatPrice(gpu, 'usd', 'month'),
      ]),
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Get a server of your own',
      lead: `Tell us the GPU and for how long. We reply in ${claim('replyPromise')}.`,
      actions: [
        { label: 'Contact', to: '/contact?topic=GPU%20Servers' },
        { label: 'Compare prices', to: '/pricing' },
      ],
    },
    { kind: 'related-pages', group: 'Products' },
  ],
};

export default page;
