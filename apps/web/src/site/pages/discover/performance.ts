import { baselineNote, claim, draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/discover/performance',
  title: 'Performance',
  description: `Training speed ${claim('trainingSpeed')}, inference latency ${claim('inferenceLatency')}, power efficiency ${claim('powerEfficiency')}: three figures, drawn to scale.`,
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
      lead: draft('Faster training, lower latency and more results per watt.'),
      actions: [
        { label: 'Explore', to: '/product/gpu-servers' },
        { label: 'Contact Us', to: '/contact?topic=Performance' },
      ],
    },
    {
      kind: 'comparison',
      tone: 'film',
      id: 'to-scale',
      head: {
        caption: 'To scale',
        title: 'NovaCore against the baseline',
        lead: 'The baseline is always ten squares. NovaCore is below it, on the same scale.',
      },
      baseline: 'Baseline',
      ours: 'NovaCore',
      note: baselineNote,
      rows: [
        {
          label: 'Training speed',
          note: `${claim('trainingSpeed')} of the baseline`,
          baselineCells: 10,
          cells: 19,
        },
        {
          label: 'Inference latency',
          note: `${claim('inferenceLatency')}; less is better`,
          baselineCells: 10,
          cells: 6,
        },
        {
          label: 'Power efficiency',
          note: `${claim('powerEfficiency')} of the baseline`,
          baselineCells: 10,
          cells: 35,
        },
      ],
    },
    {
      kind: 'percent-bars',
      head: { caption: 'Summary', title: 'The three figures' },
      note: 'These bars are not to scale. The figures are information, not guarantees.',
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
        { label: 'Learn More', to: '#to-scale' },
      ],
    },
    { kind: 'related-pages', group: 'Discover' },
  ],
};

export default page;
