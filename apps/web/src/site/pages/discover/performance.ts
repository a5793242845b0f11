import { claim, draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/discover/performance',
  title: 'Performance',
  description: `Training speed ${claim('trainingSpeed')}, inference latency ${claim('inferenceLatency')}, power efficiency ${claim('powerEfficiency')}: the three figures, counted in cells.`,
  navColour: 'sky',
  nav: {
    group: 'Discover',
    label: 'Performance',
    hint: `${claim('trainingSpeed')} training, ${claim('powerEfficiency')} power efficiency`,
    icon: 'performance',
  },
  sections: [
    {
      kind: 'hero',
      layout: 'plain',
      title: 'Performance',
      lead: draft('Faster training, lower latency and more work from every watt.'),
      actions: [
        { label: 'Explore', to: '/product/gpu-servers' },
        { label: 'Contact Us', to: '/contact?topic=Performance' },
      ],
    },
    {
      kind: 'percent-bars',
      bars: [
        { label: 'Training speed', value: claim('trainingSpeed'), fillPercent: 75 },
        { label: 'Inference latency', value: claim('inferenceLatency'), fillPercent: 65 },
        { label: 'Power efficiency', value: claim('powerEfficiency'), fillPercent: 75 },
      ],
    },
    {
      kind: 'comparison',
      tone: 'film',
      id: 'to-scale',
      head: {
        caption: 'The same three, to scale',
        title: 'Count the cells',
        lead: 'The baseline is always ten cells. Below it, NovaCore, on the same ruler.',
      },
      baseline: 'Baseline',
      ours: 'NovaCore',
      rows: [
        {
          label: 'Training speed',
          note: `ten cells become nineteen: ${claim('trainingSpeed')}`,
          baselineCells: 10,
          cells: 19,
        },
        {
          label: 'Inference latency',
          note: `ten cells become six: ${claim('inferenceLatency')}, and less is better`,
          baselineCells: 10,
          cells: 6,
        },
        {
          label: 'Power efficiency',
          note: `ten cells become thirty-five: ${claim('powerEfficiency')}`,
          baselineCells: 10,
          cells: 35,
        },
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'See it on your own model',
      lead: 'Bring a workload and we will walk through it with you.',
      actions: [
        { label: 'Book a Demo', to: '/contact?topic=Book%20a%20Demo%3A%20Performance' },
        { label: 'Learn More', to: '#to-scale' },
      ],
    },
    { kind: 'related-pages', group: 'Discover' },
  ],
};

export default page;
