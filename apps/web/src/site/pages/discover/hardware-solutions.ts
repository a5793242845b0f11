import { claim, draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/discover/hardware-solutions',
  title: 'Hardware solutions: the DGX H100 server',
  description: `${claim('dgxServer')} server with ${claim('dgxConfiguration')} GPUs, ${claim('dgxMemory')} memory, ${claim('dgxStorage')} NVMe and ${claim('dgxNetwork')}. Liquid cooled, ${claim('dgxHeight')}, warranty for ${claim('warranty')}.`,
  navColour: 'sky',
  nav: {
    group: 'Discover',
    label: 'Hardware solutions',
    hint: `${claim('dgxServer')}, ${claim('dgxConfiguration')}, liquid cooling`,
  },
  sections: [
    {
      kind: 'hero',
      layout: 'wide',
      title: 'Hardware solutions',
      lead: draft(`The ${claim('dgxServer')} server: eight GPUs, cooled by liquid.`),
      actions: [
        { label: 'Explore', to: '/product/gpu-servers' },
        { label: 'Contact Us', to: '/contact?topic=Hardware' },
      ],
      drawing: 'chassis',
      drawingCaption:
        'The server without its lid. All eight GPUs are the same; one is orange so that you can find it in other drawings.',
    },
    {
      kind: 'tiles',
      id: 'specification',
      head: { caption: 'Specification', title: 'Server specification' },
      tiles: [
        { value: claim('dgxServer'), label: 'server' },
        { value: claim('dgxConfiguration'), label: 'GPU configuration' },
        { value: claim('dgxMemory'), label: 'memory' },
        { value: claim('dgxStorage'), label: 'NVMe' },
        { value: claim('dgxNetwork'), label: 'network' },
        { value: claim('dgxPower'), label: 'power' },
        { value: claim('dgxHeight'), label: 'rack height' },
        { value: claim('warranty'), label: 'warranty' },
      ],
    },
    {
      kind: 'split',
      tone: 'dark',
      head: { caption: 'Heat', title: 'Liquid cooling' },
      text: draft('Coolant flows to a cold plate on every GPU and carries the heat out of the rack.'),
      figures: [{ value: claim('supportHours'), label: 'support' }],
      drawing: 'rack',
      legend: [
        { colour: 'blue', label: 'Coolant in' },
        { colour: 'core', label: 'Coolant out, GPUs' },
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Buy it for your rack, or rent it in ours',
      lead: 'Tell us how much power and space you have.',
      actions: [
        { label: 'Book a Demo', to: '/contact?topic=Book%20a%20Demo%3A%20DGX%20H100' },
        { label: 'Learn More', to: '#specification' },
      ],
    },
    { kind: 'related-pages', group: 'Discover' },
  ],
};

export default page;
