import { parseDocument } from 'yaml';

/** The origin in the contract's addresses and examples. */
const exampleOrigin = 'https://novacore.example';

/** Only our server reads these extensions. */
const serverKeys = ['x-raw-body', 'x-auth-problem', 'x-location', 'x-security-events'];

const isReferenced = (text, section, name) => text.includes(`"#/components/${section}/${name}"`);

/** Deletes unused components until none is left. */
function prune(document) {
  const { components } = document.toJS();
  const text = JSON.stringify(document.toJS());
  const unused = Object.entries(components)
    .filter(([section]) => section !== 'securitySchemes')
    .flatMap(([section, parts]) => Object.keys(parts).map((name) => [section, name]))
    .filter(([section, name]) => !isReferenced(text, section, name));
  for (const path of unused) document.deleteIn(['components', ...path]);
  if (unused.length) prune(document);
}

function deleteInternal(document) {
  const { paths, tags } = document.toJS();
  const isInternal = (part) => part['x-internal'] === true;
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (isInternal(operation)) document.deleteIn(['paths', path, method]);
      else for (const key of serverKeys) document.deleteIn(['paths', path, method, key]);
    }
    if (Object.values(operations).every(isInternal)) document.deleteIn(['paths', path]);
  }
  document.delete('x-refusals');
  document.set('tags', document.createNode(tags.filter((tag) => !isInternal(tag))));
}

/** The YAML contract for partners, without internal operations and with this site's addresses. */
export function publishedContract(source, publicUrl) {
  const document = parseDocument(source.replaceAll(exampleOrigin, publicUrl));
  deleteInternal(document);
  prune(document);
  document.set('servers', document.createNode([{ url: `${publicUrl}/api`, description: 'The API of this site.' }]));
  return document.toString({ lineWidth: 0 });
}
