import { parse, parseDocument } from 'yaml';

/** The origin in the contract's addresses and examples. */
const exampleOrigin = 'https://novacore.example';

/** Extensions that only our server reads. */
const serverKeys = ['x-raw-body', 'x-auth-problem', 'x-location', 'x-security-events'];

/** @param {string} text @param {string} section @param {string} name */
const isReferenced = (text, section, name) => text.includes(`"#/components/${section}/${name}"`);

/** Deletes components that nothing refers to, until none is left. @param {import('yaml').Document} document */
function prune(document) {
  const { components } = document.toJS();
  const text = JSON.stringify(document.toJS());
  const unused = Object.entries(components)
    .filter(([section]) => section !== 'securitySchemes')
    .flatMap(([section, parts]) => Object.keys(parts).map((name) => ({ section, name })))
    .filter(({ section, name }) => !isReferenced(text, section, name));
  for (const { section, name } of unused) document.deleteIn(['components', section, name]);
  if (unused.length) prune(document);
}

/** @param {import('yaml').Document} document */
function deleteInternal(document) {
  const { paths, tags } = document.toJS();
  /** @param {Record<string, unknown>} part */
  const isInternal = (part) => part['x-internal'] === true;
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (isInternal(operation)) document.deleteIn(['paths', path, method]);
      else for (const key of serverKeys) document.deleteIn(['paths', path, method, key]);
    }
    if (Object.values(operations).every(isInternal)) document.deleteIn(['paths', path]);
  }
  document.set('tags', document.createNode(tags.filter((/** @type {{}} */ tag) => !isInternal(tag))));
}

/**
 * The contract as partners read it, in YAML: without internal operations, and with the addresses of this site.
 * @param {string} source openapi.yaml
 * @param {string} publicUrl
 */
export function publishedContract(source, publicUrl) {
  const document = parseDocument(source.replaceAll(exampleOrigin, publicUrl));
  deleteInternal(document);
  prune(document);
  document.set('servers', document.createNode([{ url: `${publicUrl}/api`, description: 'The API of this site.' }]));
  return document.toString({ lineWidth: 0 });
}

/**
 * A schema of the contract as a separate JSON Schema, with the schemas that it refers to.
 * @param {string} source openapi.yaml
 * @param {string} name
 * @param {string} address
 */
export function schemaDocument(source, name, address) {
  const { schemas } = parse(source).components;
  const names = new Set([name]);
  for (const each of names)
    for (const [, found = ''] of JSON.stringify(schemas[each]).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      names.add(found);
  const document = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: address,
    $ref: `#/$defs/${name}`,
    $defs: Object.fromEntries([...names].map((each) => [each, schemas[each]])),
  };
  return JSON.stringify(document).replaceAll('#/components/schemas/', '#/$defs/');
}
