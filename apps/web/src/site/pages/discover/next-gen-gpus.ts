import { b200Card, whileGb200IsAhead } from '../../b200';
import { claim, draft } from '../../claims';
import { formatPrice, requestOf } from '../../explorer/pricing';
import type { Page } from '../../page';
import { gpuNamed, gpus } from '../../prices';

/** Gigabytes per cell. */
const cellGb = 8;

const b200 = gpuNamed('B200');

const page: Page = {
  path: '/discover/next-gen-gpus',
  title: 'Next-gen GPUs: the B200',
  description: `The B200 generation: ${claim('b200Vram')} of memory on each GPU and ${claim('b200CudaCores')} CUDA cores, eight to a board. By the hour or by the month.`,
  navColour: 'white',
  nav: { group: 'Discover', label: 'Next-gen GPUs', hint: 'The B200 generation' },
  sections: [
    {
      kind: 'hero',
      layout: 'wide',
      title: 'Next-gen GPUs',
      lead: draft(`The B200 generation: ${claim('b200Vram')} on each GPU, eight connected GPUs on a board.`),
      actions: [
        { label: 'Explore', to: '/product/gpu-clusters' },
        { label: 'Contact Us', to: '/contact?topic=B200' },
      ],
      drawing: 'baseboard',
      drawingCaption: 'A board of eight GPUs. Without its heat sink, one shows two dies and eight memory stacks.',
    },
    {
      kind: 'spec-cards',
      id: 'b200',
      head: {
        caption: 'B200',
        title: 'B200 configuration and price',
        lead: 'Our configuration, and the list price of one GPU.',
      },
      cards: [
        b200Card,
        {
          title: 'Price',
          rows: [
            { label: 'an hour, in rupees', value: formatPrice(b200, 'inr', 'hour') },
            { label: 'an hour, in US dollars', value: formatPrice(b200, 'usd', 'hour') },
            { label: 'a month, in rupees', value: formatPrice(b200, 'inr', 'month') },
            { label: 'a month, in US dollars', value: formatPrice(b200, 'usd', 'month') },
          ],
          action: requestOf(b200),
        },
      ],
    },
    {
      kind: 'bar-chart',
      tone: 'film',
      head: {
        caption: 'Memory',
        title: 'Memory of each GPU',
        lead: draft(
          `A model must fit in memory. One B200 has as much memory as eight L4 GPUs. Each square is ${cellGb} GB.`,
        ),
      },
      rows: gpus.map(({ gpu, memoryGb }) => ({ label: gpu, value: `${memoryGb} GB`, cells: memoryGb / cellGb })),
    },
    ...whileGb200IsAhead({
      kind: 'announcement',
      label: 'Coming Soon',
      text: `GB200 NVL72 and HGX B200. GB200 deployment starts ${claim('gb200Start')}.`,
      action: { label: 'Reserve your cluster', to: '/contact?topic=Reserve%20your%20cluster' },
    }),
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Run your model on a B200',
      lead: 'Tell us the model and we will tell you how many GPUs it needs.',
      actions: [
        { label: 'Book a Demo', to: '/contact?topic=Book%20a%20Demo%3A%20B200' },
        { label: 'Learn More', to: '#b200' },
      ],
    },
    { kind: 'related-pages', group: 'Discover' },
  ],
};

export default page;
