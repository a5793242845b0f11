import { claim, draft } from '../../claims';
import type { Page } from '../../page';
import { gpus } from '../../prices';

/** Gigabytes per cell. */
const cellGb = 8;

const page: Page = {
  path: '/solutions/deep-learning',
  title: 'Deep Learning',
  description: `Multi-GPU training over NVLink at ${claim('nvlink')}, ${claim('gpusPerNode')} GPUs to a node, HBM3e up to ${claim('hbm3eMemory')} at ${claim('hbm3eBandwidth')}, near-linear scaling.`,
  navColour: 'white',
  nav: {
    group: 'Solutions',
    label: 'Deep Learning',
    hint: 'Multi-GPU training over NVLink',
    icon: 'deep-learning',
  },
  sections: [
    {
      kind: 'hero',
      layout: 'wide',
      title: 'Deep Learning',
      lead: draft(
        'A deep model is a stack of layers. Cut it into eight, give each GPU a slice, and let NVLink carry what passes between.',
      ),
      actions: [
        { label: 'Get Started', to: '/contact?topic=Deep%20Learning' },
        { label: 'Learn More', to: '#memory' },
      ],
      drawing: 'layers',
      drawingCaption:
        'One model in eight slices, a GPU for each. The bright lane is a single activation on its way through.',
    },
    {
      kind: 'tiles',
      head: { caption: 'Specification', title: 'What a training run gets' },
      tiles: [
        { value: claim('gpusPerNode'), label: 'GPUs per node' },
        { value: claim('nvlink'), label: 'NVLink, GPU to GPU' },
        { value: claim('hbm3eMemory'), label: 'HBM3e' },
        { value: claim('hbm3eBandwidth'), label: 'HBM3e bandwidth' },
        { value: claim('b200CudaCores'), label: 'CUDA cores on a B200' },
        { value: claim('nvmePerNode'), label: 'NVMe storage per node, at most' },
        { value: 'InfiniBand', label: 'networking between nodes' },
        { value: claim('trainingSpeed'), label: 'training speed' },
      ],
    },
    {
      kind: 'bar-chart',
      id: 'memory',
      tone: 'film',
      head: {
        caption: 'Memory',
        title: 'First it has to fit',
        lead: draft('Weights, gradients and optimiser state all have to fit. One cell is 8 GB.'),
      },
      rows: gpus.map(({ gpu, memoryGb }) => ({ label: gpu, value: `${memoryGb} GB`, cells: memoryGb / cellGb })),
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'How many GPUs does it take?',
      lead: `Tell us the parameters and the batch. We reply in ${claim('replyPromise')}.`,
      actions: [
        { label: 'Contact', to: '/contact?topic=Deep%20Learning' },
        { label: 'See pricing', to: '/pricing' },
      ],
    },
    { kind: 'related-pages', group: 'Solutions' },
  ],
};

export default page;
