import { baselineNote, claim, draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/discover/performance',
  title: 'Performance',
  description: `Training speed ${claim('trainingSpeed')}, inference latency ${claim('inferenceLatency')}, power efficiency ${claim('powerEfficiency')}: against the baseline.`,
  navColour: 'sky',
  nav: {
    group: 'Discover',
    label: 'Performance',
    hint: `${claim('trainingSpeed')} training, ${claim('powerEfficiency')} power efficiency`,
  },
  sections: [
    {
      kind: 'hero',
      layout: 'plain',
      title: 'Performance',
      lead: draft('Faster training, lower latency and more results per watt.'),
      actions: [
        { label: 'Explore', to: '/product/gpu-servers' },
        { label: 'Contact Us', to: '/contact?topic=Performance' },
      ],
    },
    {
      kind: 'percent-bars',
      id: 'figures',
      head: { caption: 'In figures', title: 'NovaCore against the baseline', lead: baselineNote },
      note: 'The bars are not to scale.',
      bars: [
        { label: 'Training speed', value: claim('trainingSpeed'), fillPercent: 75 },
        { label: 'Inference latency', value: claim('inferenceLatency'), fillPercent: 65 },
        { label: 'Power efficiency', value: claim('powerEfficiency'), fillPercent: 75 },
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'See it on your own model',
      lead: 'Bring a workload and we will measure it together with you.',
      actions: [
        { label: 'Book a Demo', to: '/contact?topic=Book%20a%20Demo%3A%20Performance' },
        { label: 'Learn More', to: '#figures' },
      ],
    },
    { kind: 'related-pages', group: 'Discover' },
  ],
};

export default page;
