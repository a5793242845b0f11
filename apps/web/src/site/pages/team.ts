import { claim, draft } from '../claims';
import { operator } from '../operator';
import type { Page } from '../page';

const page: Page = {
  path: '/team',
  title: 'Team',
  description:
    'The two co-founders of NovaCore, what each answers for, and how the people behind the GPUs work together.',
  navColour: 'sky',
  nav: { group: 'Direct', label: 'Team' },
  sections: [
    {
      kind: 'hero',
      layout: 'split',
      title: 'Team',
      drawing: 'pair',
      lead: 'Two people started it. Ask either of them.',
    },
    {
      kind: 'team',
      head: { caption: 'Co-founders', title: 'Who answers for what' },
      members: [
        {
          role: draft('Co-founder, technology'),
          text: draft(
            'Answers for the machines: GPU servers, the network that joins them into clusters, and how fast a job gets through.',
          ),
          profile: { label: 'Profile', to: operator.profiles.technology },
        },
        {
          role: draft('Co-founder, business'),
          text: draft(
            'Answers for the people who use them: what a GPU costs, what an agreement says, and who replies when you write.',
          ),
          profile: { label: 'Profile', to: operator.profiles.business },
        },
      ],
    },
    {
      kind: 'rows',
      id: 'culture',
      tone: 'film',
      head: { caption: 'Culture', title: 'How we work', lead: 'Five habits, in no order.' },
      rows: [
        {
          title: 'Figures first',
          text: draft('We say what a thing is, what it costs and when we reply. Then we stop talking.'),
          icon: 'analytics-platform',
        },
        {
          title: 'Somebody is awake',
          text: draft(`At every hour, with a response SLA of ${claim('supportResponse')}.`),
          icon: 'vision',
          figure: claim('supportHours'),
        },
        {
          title: 'In writing',
          text: draft('A decision is written down, with its reason, where the next person will look for it.'),
          icon: 'developer-tools',
        },
        {
          title: 'Bad news first',
          text: draft('What failed is said first, then mended, then explained.'),
          icon: 'alert',
        },
        {
          title: 'Four offices, one desk',
          text: draft('Delaware, Hyderabad, Silicon Valley and Mumbai work on the same machines.'),
          icon: 'infrastructure',
          action: { label: 'The map', to: '/company#offices' },
        },
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Talk to the people who run it',
      lead: `Write what you run. We reply in ${claim('replyPromise')}.`,
      actions: [
        { label: 'Contact Us', to: '/contact?topic=A%20question%20for%20the%20team' },
        { label: 'Join it', to: '/contact?topic=Joining%20the%20team' },
      ],
    },
  ],
};

export default page;
