import { claim, draft } from '../../claims';
import type { Page } from '../../page';
import { tiers } from '../../prices';

const deals = tiers.filter(({ tier }) => tier === 'Early-Startup Deal');
const onDemand = tiers.filter(({ tier }) => tier === 'On-Demand');

const perHour = deals.map(({ inrPerHour: { from, to } }) => `₹${from}-${to} an hour`).join();
const [discount = '', credits = '', onboarding = '', consulting = ''] = deals.flatMap(({ notes }) => notes);

const page: Page = {
  path: '/solutions/startup-program',
  title: 'Startup Program',
  description: `The Early-Startup Deal: ${perHour}, ${discount.toLowerCase()}, with ${credits}, ${onboarding} and ${consulting}.`,
  navColour: 'white',
  nav: {
    group: 'Solutions',
    label: 'Startup Program',
    hint: `${discount} and ${onboarding}`,
    icon: 'startup-program',
  },
  sections: [
    {
      kind: 'hero',
      layout: 'split',
      title: 'Startup Program',
      lead: draft(
        'Half the on-demand price at best, people who help you set up, and room to grow on the same hardware.',
      ),
      actions: [
        { label: 'Apply Now', to: '/contact?topic=Startup%20Program' },
        { label: 'Learn More', to: '#deal' },
      ],
      drawing: 'stairs',
      drawingCaption: 'One GPU, two, four, eight. Each step stands on the one before.',
    },
    {
      kind: 'tiers',
      id: 'deal',
      head: { caption: 'The deal', title: 'Against On-Demand', lead: 'One cell is ₹50 or $0.50 an hour.' },
      tiers: [...onDemand, ...deals],
    },
    {
      kind: 'rows',
      head: { caption: 'Included', title: 'What comes with it' },
      rows: [
        { title: 'Pre-pay credits', icon: 'startup-program', text: draft('Pay ahead and the hour costs less.') },
        {
          title: 'Free onboarding',
          icon: 'collaboration-tools',
          text: draft('We help you get started, without charge.'),
        },
        {
          title: 'Infra consulting',
          icon: 'infrastructure',
          text: draft('Which GPU, how many, for how long: ask before you buy.'),
        },
      ],
    },
    {
      kind: 'tiles',
      tone: 'film',
      head: { caption: 'Specification', title: 'The same hardware as everybody' },
      tiles: [
        { value: claim('gpusInService'), label: 'GPUs, as you grow' },
        { value: claim('gpuModels'), label: 'GPU models' },
        { value: claim('deploymentTime'), label: 'deployment' },
        { value: claim('supportResponseShort'), label: `response SLA, ${claim('supportHours')}` },
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Tell us what you are building',
      lead: `And what the first hundred hours are for. We reply in ${claim('replyPromise')}.`,
      actions: [
        { label: 'Apply Now', to: '/contact?topic=Startup%20Program' },
        { label: 'See pricing', to: '/pricing' },
      ],
    },
    { kind: 'related-pages', group: 'Solutions' },
  ],
};

export default page;
