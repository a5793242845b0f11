import { draft } from './claim-scope';

/** What the pages about the company say where nobody gave the words: no new figure, name, date or promise in it. */
export const companyClaims = {
  // company
  companyLead: draft(
    'GPU cloud and hardware for AI teams, researchers, startups, developers and enterprises. Data centres in India and the US.',
  ),
  impactDataCentres: draft('India, US'),
  impactOffices: draft('4'),
  visionText: draft(
    'GPU computing within reach of everybody who has a model to train. One GPU or thousands, by the minute or reserved by the year, and somebody to ask at any hour.',
  ),
  year2020: draft('NovaCore starts: a GPU cloud, and the hardware under it.'),
  year2021: draft('Building: machines, the network between them, and the people who run both.'),
  year2022: draft('Growing with the teams that train on it.'),
  year2023: draft('More of the platform around the GPU: servers, clusters, stack.'),
  year2024: draft('The end of this line, and the start of the next generation.'),

  // team
  founderTechnologyRole: draft('Co-founder, technology'),
  founderTechnologyBio: draft(
    'Answers for the machines: GPU servers, the network that joins them into clusters, and how fast a job gets through.',
  ),
  founderBusinessRole: draft('Co-founder, business'),
  founderBusinessBio: draft(
    'Answers for the people who use them: what a GPU costs, what an agreement says, and who replies when you write.',
  ),
  cultureFigures: draft('We say what a thing is, what it costs and when we reply. Then we stop talking.'),
  cultureOffices: draft('Delaware, Hyderabad, Silicon Valley and Mumbai work on the same machines.'),
  cultureSupport: draft('At every hour, with a response SLA of {supportResponse}.'),
  cultureWriting: draft('A decision is written down, with its reason, where the next person will look for it.'),
  cultureRepair: draft('What failed is said first, then mended, then explained.'),

  // research
  researchLead: draft('GPU time, and help with using it, for people who want to find something out.'),
  focusModels: draft('Machine learning and deep learning on B200 and H100, from a first model to a cluster.'),
  focusSystems: draft('Many GPUs as one: NVLink inside the node, InfiniBand between the nodes.'),
  focusEfficiency: draft('The same result for less: inference optimization, scheduling, power.'),
  benefitScale: draft('Start on one GPU and grow with the question.'),
  benefitStorage: draft('NVMe storage, up to this much per node, so that GPUs do not wait for data.'),
  benefitSupport: draft('Support {supportHours}, with a response SLA.'),
  benefitHands: draft('Deployment support and GPU optimization from the people who run the machines.'),
  areaDeepLearning: draft('Networks with many layers, over many GPUs.'),
  areaMachineLearning: draft('Models, data and how one becomes the other.'),
  areaMultiGpu: draft('Near-linear scaling, and what gets in its way.'),
  areaHpc: draft('Simulation and numerical work on GPUs.'),
  areaInference: draft('Answers sooner, with less memory.'),
  areaAutomation: draft('Pipelines that run without a hand on them.'),
  areaEnergy: draft('More work from every watt.'),
  areaSecurity: draft('Shared machines, separate data.'),
  stepApply: draft('Write what you want to find out, on which GPUs, and for how long.'),
  stepReview: draft('We read it and reply in {replyPromise}.'),
  stepOnboarding: draft('Access, data and a first job, set up together.'),

  // services
  servicesLead: draft('From the first question to a cluster that runs. Take one step of it, or all six.'),
  serviceDedicated: draft('Whole GPU servers on bare metal, for you alone.'),
  serviceOnDemand: draft('GPUs provisioned at once and billed by the minute.'),
  serviceDeployment: draft('Your model and its data moved onto the machines, on Kubernetes if you like.'),
  serviceOptimization: draft('We look for what holds a job up: memory, network, storage or code.'),
  serviceProcurement: draft('GPU hardware chosen, bought and delivered, B200 and H100 among it.'),
  serviceConsulting: draft('Compute, network and storage sized on paper, before they cost anything.'),

  // why
  whyLead: draft('Six reasons. Check them against anybody.'),
  whyGpus: draft('One cell a GPU, eight to a node, {gpuModels} GPU models in all.'),
  whyBareMetal: draft('Your job runs on the GPU itself, with nothing in between.'),
  whyNetwork: draft('InfiniBand between nodes, NVLink at {nvlink} inside them.'),
  whySupport: draft('Response SLA, {supportHours}.'),
  whyPrices: draft('Listed in rupees and in dollars, by the hour and by the month. Billing is in {billingCurrency}.'),
  whySecurity: draft('Security, with {encryption} encryption and audit logging.'),
  architectureText: draft(
    'Two dies work as one GPU, with memory stacked beside them on the same package. The shorter the way to memory, the less a GPU waits.',
  ),
  useTraining: draft('From first weights to a finished model.'),
  useFineTuning: draft('A given model, your data.'),
  useInference: draft('Answers at a steady pace.'),
  useDeepLearning: draft('Many layers, many GPUs.'),
  useCluster: draft('One job across every node.'),
  useHpc: draft('Simulation and numerics.'),
  useAutomation: draft('Pipelines that run themselves.'),
  useResearch: draft('Questions without a known answer.'),
  useEnterprise: draft('Access by role, with audit logging.'),

  // still to come
  thinkTankLead: draft('Essays and working notes on GPU computing, written by the people who run it.'),
  releasesLead: draft('What changed on the platform, in order, with what it means for your jobs.'),
};
