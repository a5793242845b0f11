import { claim, draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/discover/vision',
  title: 'Vision: multi-GPU computing',
  description: `Multi-GPU computing with ${claim('gpuTypes')} GPU types and ${claim('deployableModels')} deployable models. Deployment in ${claim('deploymentTime')}, ${claim('pricePerRequest')} per request.`,
  navColour: 'sky',
  nav: {
    group: 'Discover',
    label: 'Vision',
    hint: `${claim('gpuTypes')} GPU types, ${claim('deployableModels')} deployable models`,
  },
  sections: [
    {
      kind: 'hero',
      layout: 'wide',
      title: 'Vision',
      lead: draft('Multi-GPU computing: many GPUs that work as one machine. Choose a GPU and a model, and run it.'),
      actions: [
        { label: 'Explore', to: '/product/gpu-clusters' },
        { label: 'Contact Us', to: '/contact?topic=Vision' },
      ],
      drawing: 'gathering',
      drawingCaption: 'Each block is a GPU. Together they work as one machine.',
    },
    {
      kind: 'steps',
      id: 'four-figures',
      head: { caption: 'How it works', title: 'From GPU to request in four steps' },
      steps: [
        { title: `${claim('gpuTypes')} GPU types`, text: 'Choose the smallest GPU that your model fits on.' },
        { title: `${claim('deployableModels')} deployable models`, text: 'Use one of them, or bring your own.' },
        { title: `${claim('deploymentTime')} deployment`, text: 'From your choice to a running model.' },
        {
          title: `${claim('pricePerRequest')} per request`,
          text: 'The price of one request. It depends on the model; your order states it.',
        },
      ],
      action: { label: 'See pricing', to: '/pricing' },
    },
    {
      kind: 'split',
      tone: 'film',
      head: { caption: 'Network', title: 'How the GPUs are connected' },
      text: draft(
        `A model that is too large for one GPU is split across a node, then across nodes. NVLink connects the GPUs in a node at ${claim('nvlink')}; InfiniBand connects the nodes.`,
      ),
      actions: [{ label: 'GPU Clusters', to: '/product/gpu-clusters' }],
      drawing: 'fabric',
      legend: [{ colour: 'core', label: 'One node of eight GPUs' }],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Show us your model',
      lead: 'We will tell you which GPUs it needs.',
      actions: [
        { label: 'Book a Demo', to: '/contact?topic=Book%20a%20Demo%3A%20Multi-GPU' },
        { label: 'Learn More', to: '#four-figures' },
      ],
    },
    { kind: 'related-pages', group: 'Discover' },
  ],
};

export default page;
