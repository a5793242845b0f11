/** The drawings of the site. A new drawing is a file in `site/drawings/` and its name here. */
export type DrawingName =
  | 'module' // a GPU module in five layers, isometric
  | 'topology' // eight GPUs around four NVSwitches
  | 'fabric' // leaf and spine network of many nodes
  | 'rack' // a liquid-cooled rack, elevation
  | 'plan' // the package from above
  | 'map' // the four offices on a map
  | 'burst' // the nova: cells shrinking away from the core
  /** the three panels of build, tune, run */
  | 'build'
  | 'tune'
  | 'run'
  | 'payment-flow' // one payment, from order to verification, between four parties
  /** small ones, for cells of a sheet */
  | 'nvme'
  | 'clock'
  | 'shells'
  | 'infiniband'
  | 'kubernetes'
  | 'nodes'
  | 'descent' // a loss surface in columns, and the steps down
  | 'services' // six stations on one line, numbered
  | 'documents' // four documents, the uppermost sealed
  | 'pair' // two cores in one field of cells
  /** three panels: a network of layers, eight joined to each other, a lever */
  | 'focus-models'
  | 'focus-systems'
  | 'focus-efficiency'
  | 'roles'
  | 'baseboard' // a board of eight GPUs, one heat sink lifted off
  | 'gathering' // blocks that rise toward the core
  | 'chassis' // an 8-GPU server with its lid off, isometric
  | 'server-plan' // the same from above, with its parts named
  | 'campus' // six plots on one network
  | 'auto-scaling' // cells that follow a line of demand
  | 'uptime' // ten thousand cells, one of them down
  | 'regions' // India and the US on the map of cells
  | 'rings' // six shells around the data
  | 'auth-flow' // from a person through sign-on, second factor and role to a GPU
  | 'stack' // the six layers from bare metal to the workload
  | 'hall' // rows of racks
  | 'model-loop' // eight stations around a model
  | 'layers' // a model in eight slices
  | 'workflow' // one line through five stations, with a way back
  | 'sweep' // a search over two settings
  | 'shared-cluster' // 64 GPUs and the three teams that share them
  | 'street' // five fronts over one node
  | 'stairs'; // one, two, four, eight
