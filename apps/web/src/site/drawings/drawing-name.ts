/** The drawings of the site. A new drawing is a file in `site/drawings/` and its name here. */
export type DrawingName =
  /** a GPU module in five layers, isometric */
  | 'module'
  /** eight GPUs around four NVSwitches */
  | 'topology'
  /** leaf and spine network of many nodes */
  | 'fabric'
  /** a liquid-cooled rack, elevation */
  | 'rack'
  /** the package from above */
  | 'plan'
  /** the four offices on a map */
  | 'map'
  /** the nova: cells shrinking away from the core */
  | 'burst'
  /** the three panels of build, tune, run */
  | 'build'
  | 'tune'
  | 'run'
  /** one payment, from order to verification, between four parties */
  | 'payment-flow'
  /** small ones, for cells of a sheet */
  | 'nvme'
  | 'clock'
  | 'shells'
  | 'infiniband'
  | 'kubernetes'
  | 'nodes'
  /** a loss surface in columns, and the steps down */
  | 'descent'
  /** six stations on one line, numbered */
  | 'services'
  /** four documents, the uppermost sealed */
  | 'documents'
  /** two cores in one field of cells */
  | 'pair'
  /** three panels: a network of layers, eight joined to each other, a lever */
  | 'focus-models'
  | 'focus-systems'
  | 'focus-efficiency'
  | 'roles'
  /** a board of eight GPUs, one heat sink lifted off */
  | 'baseboard'
  /** blocks that rise toward the core */
  | 'gathering'
  /** an 8-GPU server with its lid off, isometric */
  | 'chassis'
  /** the same from above, with its parts named */
  | 'server-plan'
  /** six plots on one network */
  | 'campus'
  /** cells that follow a line of demand */
  | 'auto-scaling'
  /** ten thousand cells, one of them down */
  | 'uptime'
  /** India and the US on the map of cells */
  | 'regions'
  /** six shells around the data */
  | 'rings'
  /** from a person through sign-on, second factor and role to a GPU */
  | 'auth-flow'
  /** the six layers from bare metal to the workload */
  | 'stack'
  /** rows of racks */
  | 'hall'
  /** eight stations around a model */
  | 'model-loop'
  /** a model in eight slices */
  | 'layers'
  /** one line through five stations, with a way back */
  | 'workflow'
  /** a search over two settings */
  | 'sweep'
  /** 64 GPUs and the three teams that share them */
  | 'shared-cluster'
  /** five fronts over one node */
  | 'street'
  /** one, two, four, eight */
  | 'stairs';
