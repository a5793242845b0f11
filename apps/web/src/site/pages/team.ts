import { claim } from '../claims';
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
          role: claim('founderTechnologyRole'),
          text: claim('founderTechnologyBio'),
          profile: { label: 'Profile', to: operator.profiles.technology },
        },
        {
          role: claim('founderBusinessRole'),
          text: claim('founderBusinessBio'),
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
        { title: 'Figures first', text: claim('cultureFigures'), icon: 'analytics-platform' },
        { title: 'Somebody is awake', text: claim('cultureSupport'), icon: 'vision', figure: claim('supportHours') },
        { title: 'In writing', text: claim('cultureWriting'), icon: 'developer-tools' },
        { title: 'Bad news first', text: claim('cultureRepair'), icon: 'alert' },
        {
          title: 'Four offices, one desk',
          text: claim('cultureOffices'),
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
