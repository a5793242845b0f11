import { applicationSteps, claim, draft } from '../../claims';
import { formatPrice } from '../../explorer/pricing';
import type { Page } from '../../page';
import { gpuNamed } from '../../prices';

const hourOf = (name: string) => ({
  value: formatPrice(gpuNamed(name), 'inr', 'hour'),
  label: `an hour of one ${name}`,
});

const page: Page = {
  path: '/solutions/research-solutions',
  title: 'Research Solutions',
  description: `GPUs for researchers, from ${claim('gpusInService')}, by the hour or by the month. Join the programme in three steps: apply, review, onboard.`,
  navColour: 'sky',
  nav: { group: 'Solutions', label: 'Research Solutions', hint: 'Apply, review, onboard' },
  sections: [
    {
      kind: 'hero',
      layout: 'split',
      title: 'Research Solutions',
      lead: draft('Run many small experiments, then one large one. Rent GPUs by the hour or by the month.'),
      actions: [
        { label: 'Apply Now', to: '/contact?topic=Research%20programme' },
        { label: 'Learn More', to: '#search' },
      ],
      drawing: 'sweep',
      drawingCaption: 'A search over two settings. Each square is one experiment; a larger square is a better result.',
    },
    {
      kind: 'scale',
      id: 'search',
      head: { caption: 'How it works', title: 'Start small, then scale', lead: 'Each square is one GPU.' },
      steps: [
        { figure: '1', gpus: 1, text: draft('Many short experiments, one GPU for each.') },
        { figure: '8', gpus: 8, text: draft('The best setting at full size on one node.') },
        {
          figure: '64',
          gpus: 64,
          text: draft('The same software on more of the same hardware, so that others can repeat it.'),
        },
        { figure: 'Thousands', gpus: 2912, text: draft('For the largest experiments.') },
      ],
    },
    {
      kind: 'tiles',
      tone: 'film',
      head: { caption: 'Specification', title: 'Prices and capacity for research' },
      tiles: [
        hourOf('A30'),
        hourOf('A100 80GB'),
        hourOf('H100'),
        hourOf('B200'),
        { value: claim('gpuModels'), label: 'GPU models' },
        { value: claim('nvmePerNode'), label: 'maximum NVMe throughput per node' },
      ],
    },
    {
      kind: 'steps',
      head: { caption: 'Programme', title: 'How to enrol' },
      steps: applicationSteps,
      action: { label: 'The research programme', to: '/research' },
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Apply to the programme',
      lead: 'Describe your research question and your budget.',
      actions: [
        { label: 'Apply Now', to: '/contact?topic=Research%20programme' },
        { label: 'See pricing', to: '/pricing' },
      ],
    },
    { kind: 'related-pages', group: 'Solutions' },
  ],
};

export default page;
