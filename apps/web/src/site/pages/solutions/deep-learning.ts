import { claim, draft } from '../../claims';
import type { Page } from '../../page';
import { gpus } from '../../prices';

/** Gigabytes per cell. */
const cellGb = 8;

const page: Page = {
  path: '/solutions/deep-learning',
  title: 'Deep Learning',
  description: `Multi-GPU training over NVLink at ${claim('nvlink')}, ${claim('gpusPerNode')} GPUs per node, HBM3e up to ${claim('hbm3eMemory')} at ${claim('hbm3eBandwidth')}, near-linear scaling.`,
  navColour: 'white',
  nav: { group: 'Solutions', label: 'Deep Learning', hint: 'Multi-GPU training over NVLink' },
  sections: [
    {
      kind: 'hero',
      layout: 'wide',
      title: 'Deep Learning',
      lead: draft('A deep model has many layers. Divide them among eight GPUs, connected by NVLink.'),
      actions: [
        { label: 'Get Started', to: '/contact?topic=Deep%20Learning' },
        { label: 'Learn More', to: '#memory' },
      ],
      drawing: 'layers',
      drawingCaption: 'One model in eight parts, one GPU for each. The orange line is one activation passing through.',
    },
    {
      kind: 'tiles',
      head: { caption: 'Specification', title: 'Specification for training' },
      tiles: [
        { value: claim('nvlink'), label: 'NVLink, GPU to GPU' },
        { value: claim('hbm3eMemory'), label: 'HBM3e' },
        { value: claim('hbm3eBandwidth'), label: 'HBM3e bandwidth' },
        { value: claim('trainingSpeed'), label: 'training speed' },
      ],
    },
    {
      kind: 'bar-chart',
      id: 'memory',
      tone: 'film',
      head: {
        caption: 'Memory',
        title: 'Memory of each GPU',
        lead: draft('Weights, gradients and optimiser state must fit in memory. Each square is 8 GB.'),
      },
      rows: gpus.map(({ gpu, memoryGb }) => ({ label: gpu, value: `${memoryGb} GB`, cells: memoryGb / cellGb })),
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'How many GPUs do you need?',
      lead: 'Tell us the number of parameters and the batch size.',
      actions: [
        { label: 'Contact', to: '/contact?topic=Deep%20Learning' },
        { label: 'See pricing', to: '/pricing' },
      ],
    },
    { kind: 'related-pages', group: 'Solutions' },
  ],
};

export default page;
