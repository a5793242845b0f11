import { type Claim, draft } from './claim-scope';

/** Words of the eight solutions pages that nobody gave us. Their figures stand in `claims.ts`. */
export const solutionsClaims = {
  enterpriseLead: draft('A hall of nodes under one contract: an uptime SLA, support around the clock, access by role.'),
  enterpriseTerms: draft('What we owe you stands in the contract. These are the figures in it.'),

  aiLead: draft('Collect, train, tune, serve, and round again. The same GPUs carry the model the whole way.'),
  aiBuild: draft('Start with one GPU. The data sits on NVMe beside it.'),
  aiTune: draft('Spread the run over eight GPUs, then over nodes. Scaling stays near linear.'),
  aiRun: draft('Serve it with auto-scaling, from the same account.'),

  deepLearningLead: draft(
    'A deep model is a stack of layers. Cut it into eight, give each GPU a slice, and let NVLink carry what passes between.',
  ),
  deepLearningMemory: draft('Weights, gradients and optimiser state all have to fit. One cell is 8 GB.'),

  workflowLead: draft(
    'One line from a commit to a model in service. It runs at night, and it stops when a check fails.',
  ),
  workflowTrigger: draft('Your own trigger calls the API: a commit, a schedule, new data.'),
  workflowTrain: draft('The job takes the GPUs it needs and gives them back when it ends.'),
  workflowCheck: draft('Numbers decide. A model that is worse goes no further.'),
  workflowServe: draft('Deployment in {deploymentTime}; auto-scaling follows the requests.'),

  researchSolutionsLead: draft(
    'A hundred small runs, then one large one. GPUs by the hour for the search, by the month for the answer.',
  ),
  researchSweep: draft('One GPU a run, and many short runs side by side.'),
  researchScale: draft('The best setting again, at full size, on one node.'),
  researchRepeat: draft('The same image on more of the same hardware, so that others can repeat it.'),
  researchCluster: draft('When the question is that large.'),

  collaborationLead: draft('Several teams, one cluster. Each sees its own GPUs; what they share lies in the middle.'),
  collaborationRoles: draft('Give people the role they need. Nobody shares a password.'),
  collaborationAudit: draft('Every change has a name and a time.'),
  collaborationCluster: draft('Teams draw on the same GPUs instead of each keeping some in reserve.'),

  industryLead: draft('The rules differ from street to street. The machine underneath is the same.'),
  industryHealth: draft('Health information, under the US rules for it.'),
  industryPersonal: draft('Personal data of people in the EU.'),
  industryFinance: draft('Controls that stand up to an audit over time.'),
  industryManufacturing: draft('Models that answer near the line, on smaller GPUs.'),
  industryMedia: draft('Rendering and generation that come in bursts.'),

  startupLead: draft(
    'Half the on-demand price at best, people who help you set up, and room to grow on the same hardware.',
  ),
  startupCredits: draft('Pay ahead and the hour costs less.'),
  startupOnboarding: draft('We help you get started, without charge.'),
  startupConsulting: draft('Which GPU, how many, for how long: ask before you buy.'),
} satisfies Record<string, Claim>;
