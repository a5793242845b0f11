import { claim, draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/solutions/ai-machine-learning',
  title: 'AI & Machine Learning',
  description: `Train, tune and serve models on B200 and H100: ${claim('gpusPerNode')} GPUs per node, NVLink at ${claim('nvlink')}, ${claim('deployableModels')} deployable models, auto-scaling.`,
  navColour: 'sky',
  nav: { group: 'Solutions', label: 'AI & Machine Learning', hint: 'Train, tune and serve models' },
  sections: [
    {
      kind: 'hero',
      layout: 'split',
      title: 'AI & Machine Learning',
      lead: draft('Collect data, train, tune and serve, on the same GPUs.'),
      actions: [
        { label: 'Get Started', to: '/contact?topic=AI%20and%20Machine%20Learning' },
        { label: 'Learn More', to: '#one-line' },
      ],
      drawing: 'model-loop',
    },
    {
      kind: 'process',
      id: 'one-line',
      head: { caption: 'Build, tune, run', title: 'The same GPUs from training to serving' },
      panels: [
        {
          title: 'Build',
          text: draft('Start with one GPU, with your data on NVMe in the same node.'),
          drawing: 'build',
        },
        {
          title: 'Tune',
          text: draft('Train on eight GPUs, then on several nodes, with near-linear scaling.'),
          drawing: 'tune',
        },
        { title: 'Run', text: draft('Serve the model with auto-scaling.'), drawing: 'run' },
      ],
    },
    {
      kind: 'tiles',
      tone: 'film',
      head: { caption: 'Specification', title: 'Specification for AI workloads' },
      tiles: [
        { value: 'B200, H100', label: `and more: ${claim('gpuTypes')} GPU types` },
        { value: claim('deployableModels'), label: 'deployable models' },
        { value: claim('deploymentTime'), label: 'deployment' },
        { value: claim('pricePerRequest'), label: 'per request, depending on the model' },
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Plan your training',
      lead: 'Tell us the size of the model and your deadline.',
      actions: [
        { label: 'Contact', to: '/contact?topic=AI%20and%20Machine%20Learning' },
        { label: 'See pricing', to: '/pricing' },
      ],
    },
    { kind: 'related-pages', group: 'Solutions' },
  ],
};

export default page;
