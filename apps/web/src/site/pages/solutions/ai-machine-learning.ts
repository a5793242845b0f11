import { claim, draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/solutions/ai-machine-learning',
  title: 'AI & Machine Learning',
  description: `Train, tune and serve models on B200 and H100: ${claim('gpusPerNode')} GPUs to a node, NVLink at ${claim('nvlink')}, ${claim('deployableModels')} deployable models, auto-scaling.`,
  navColour: 'sky',
  nav: {
    group: 'Solutions',
    label: 'AI & Machine Learning',
    hint: 'Train, tune and serve models',
    icon: 'ai-machine-learning',
  },
  sections: [
    {
      kind: 'hero',
      layout: 'split',
      title: 'AI & Machine Learning',
      lead: draft('Collect, train, tune, serve, and round again. The same GPUs carry the model the whole way.'),
      actions: [
        { label: 'Get Started', to: '/contact?topic=AI%20and%20Machine%20Learning' },
        { label: 'Learn More', to: '#one-line' },
      ],
      drawing: 'model-loop',
    },
    {
      kind: 'process',
      id: 'one-line',
      head: { caption: 'Build, tune, run', title: 'The same GPUs the whole way' },
      panels: [
        { title: 'Build', text: draft('Start with one GPU. The data sits on NVMe beside it.'), drawing: 'build' },
        {
          title: 'Tune',
          text: draft('Spread the run over eight GPUs, then over nodes. Scaling stays near linear.'),
          drawing: 'tune',
        },
        { title: 'Run', text: draft('Serve it with auto-scaling, from the same account.'), drawing: 'run' },
      ],
    },
    {
      kind: 'tiles',
      tone: 'film',
      head: { caption: 'Specification', title: 'What a model runs on' },
      tiles: [
        { value: 'B200, H100', label: `and more: ${claim('gpuTypes')} GPU types` },
        { value: claim('gpusPerNode'), label: 'GPUs per node' },
        { value: claim('nvlink'), label: 'NVLink, GPU to GPU' },
        { value: claim('nvmePerNode'), label: 'NVMe storage per node, at most' },
        { value: claim('deployableModels'), label: 'deployable models' },
        { value: claim('deploymentTime'), label: 'deployment' },
        { value: claim('pricePerRequest'), label: 'per request' },
        { value: claim('supportResponseShort'), label: `response SLA, ${claim('supportHours')}` },
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Bring the model, we bring the node',
      lead: `Its size and your deadline are enough to start. We reply in ${claim('replyPromise')}.`,
      actions: [
        { label: 'Contact', to: '/contact?topic=AI%20and%20Machine%20Learning' },
        { label: 'See pricing', to: '/pricing' },
      ],
    },
    { kind: 'related-pages', group: 'Solutions' },
  ],
};

export default page;
