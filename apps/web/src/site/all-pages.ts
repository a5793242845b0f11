import { pages } from './pages/index';

/** Every page, evaluated: for the build, which turns them into data. */
export default await Promise.all(pages.map(async (load) => (await load()).default));
