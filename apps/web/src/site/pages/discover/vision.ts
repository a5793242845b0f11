import { claim, draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/discover/vision',
  title: 'Vision: many GPUs, one machine',
  description: `Multi-GPU computing with ${claim('gpuTypes')} GPU types and ${claim('deployableModels')} deployable models. Deployment in ${claim('deploymentTime')}, ${claim('pricePerRequest')} per request.`,
  navColour: 'sky',
  nav: {
    group: 'Discover',
    label: 'Vision',
    hint: `${claim('gpuTypes')} GPU types, ${claim('deployableModels')} deployable models`,
    icon: 'vision',
  },
  sections: [
    {
      kind: 'hero',
      layout: 'wide',
      title: 'Vision',
      lead: draft('Many GPUs that act as one machine. Pick the GPU, pick the model, and it runs.'),
      actions: [
        { label: 'Explore', to: '/product/gpu-clusters' },
        { label: 'Contact Us', to: '/contact?topic=Vision' },
      ],
      drawing: 'gathering',
      drawingCaption: 'Every block is a GPU. The nearer it stands to the core, the more of the work it shares.',
    },
    {
      kind: 'steps',
      id: 'four-figures',
      head: { caption: 'Four figures', title: 'From a choice to an answer' },
      steps: [
        { title: `${claim('gpuTypes')} GPU types`, text: 'Choose the smallest one that the model fits on.' },
        { title: `${claim('deployableModels')} deployable models`, text: 'Take one of them, or bring your own.' },
        { title: `${claim('deploymentTime')} deployment`, text: 'From choosing to running.' },
        { title: `${claim('pricePerRequest')} per request`, text: 'When it answers, you pay for the answer.' },
      ],
      action: { label: 'See pricing', to: '/pricing' },
    },
    {
      kind: 'split',
      tone: 'film',
      head: { caption: 'How it holds together', title: 'Multi-GPU computing' },
      text: draft(
        `A model too large for one GPU is split across the node, then across nodes. NVLink carries ${claim('nvlink')} inside, InfiniBand carries the rest.`,
      ),
      figures: [
        { value: claim('gpusPerNode'), label: 'GPUs per node' },
        { value: claim('nvlink'), label: 'NVLink, GPU to GPU' },
      ],
      actions: [{ label: 'GPU Clusters', to: '/product/gpu-clusters' }],
      drawing: 'fabric',
      legend: [{ colour: 'core', label: 'One node of eight' }],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Show us your model',
      lead: `We show you what it needs to run on. We reply in ${claim('replyPromise')}.`,
      actions: [
        { label: 'Book a Demo', to: '/contact?topic=Book%20a%20Demo%3A%20Multi-GPU' },
        { label: 'Learn More', to: '#four-figures' },
      ],
    },
    { kind: 'related-pages', group: 'Discover' },
  ],
};

export default page;
