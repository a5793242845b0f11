import { claim, draft } from '../../claims';
import type { Page } from '../../page';

/** A target. The contract guarantees `uptimeSla`. */
const uptimeTarget = '99.99%';

const page: Page = {
  path: '/discover/cloud-platform',
  title: 'Cloud platform',
  description: `Multi-cloud, auto-scaling and a global network with ${uptimeTarget} uptime and sub-millisecond latency. Data centres in India and the US.`,
  navColour: 'white',
  nav: { group: 'Discover', label: 'Cloud platform', hint: 'Multi-cloud with auto-scaling', icon: 'cloud-platform' },
  sections: [
    {
      kind: 'hero',
      layout: 'wide',
      title: 'Cloud platform',
      lead: draft('GPUs follow the demand. When requests rise, nodes join; when they fall, nodes leave.'),
      actions: [
        { label: 'Explore', to: '/product/gpu-stack' },
        { label: 'Contact Us', to: '/contact?topic=Cloud%20platform' },
      ],
      drawing: 'auto-scaling',
      drawingCaption: 'One cell is one GPU. The line is the demand; the cells keep just above it.',
    },
    {
      kind: 'rows',
      id: 'platform',
      head: { caption: 'Platform', title: 'Four things it does' },
      rows: [
        {
          title: 'Multi-cloud',
          icon: 'cloud-platform',
          text: draft('Run here, in the cloud you already have, or across both.'),
        },
        {
          title: 'Auto-scaling',
          icon: 'analytics-platform',
          text: draft('Capacity follows the load, up and down, without a ticket.'),
        },
        {
          title: 'Global network',
          icon: 'infrastructure',
          text: draft('Data centres in India and the US on one network.'),
          figure: claim('dataCentres'),
        },
        {
          title: 'Low latency',
          icon: 'performance',
          text: draft('Latency on the platform. Your own distance to the data centre comes on top.'),
          figure: 'Sub-millisecond',
        },
      ],
    },
    {
      kind: 'split',
      tone: 'film',
      head: { caption: 'Uptime', title: `${uptimeTarget}, counted` },
      text: 'Ten thousand cells. At this rate one of them is down.',
      figures: [{ value: uptimeTarget, label: 'uptime of the platform' }],
      drawing: 'uptime',
      legend: [{ colour: 'core', label: 'Down' }],
    },
    {
      kind: 'diagram',
      tone: 'dark',
      head: { caption: 'Network', title: 'India and the US, one network' },
      drawing: 'regions',
      caption: 'Data centres in India and the US.',
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Watch it scale',
      lead: `Bring a workload with peaks in it. We reply in ${claim('replyPromise')}.`,
      actions: [
        { label: 'Book a Demo', to: '/contact?topic=Book%20a%20Demo%3A%20Cloud%20platform' },
        { label: 'Learn More', to: '#platform' },
      ],
    },
    { kind: 'related-pages', group: 'Discover' },
  ],
};

export default page;
