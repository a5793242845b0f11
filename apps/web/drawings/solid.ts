import { iso, type Pen, type Place } from './pen';

export type Faces = readonly [top: string, left: string, right: string];
export const plain: Faces = ['top', 'left', 'right'];
export const core: Faces = ['core-top', 'core-left', 'core-right'];

export function box(pen: Pen, [x, y, z = 0]: Place, [width, depth, height]: Place, faces: Faces = plain) {
  const [right, front, top] = [x + width, y + depth, z + (height ?? 0)];
  pen.face(faces[1], iso([x, front, top]), iso([right, front, top]), iso([right, front, z]), iso([x, front, z]));
  pen.face(faces[2], iso([right, y, top]), iso([right, front, top]), iso([right, front, z]), iso([right, y, z]));
  plate(pen, faces[0], [x, y, top], [width, depth]);
}

/** The box is drawn once and then copied. */
export const boxPart = (pen: Pen, id: string, place: Place, size: Place, faces?: Faces) =>
  pen.part(id, iso(place), () => box(pen, place, size, faces));

export function plate(pen: Pen, name: string, [x, y, z = 0]: Place, [width, depth]: Place) {
  const [right, front] = [x + width, y + depth];
  pen.face(name, iso([x, y, z]), iso([right, y, z]), iso([right, front, z]), iso([x, front, z]));
}

export function run(pen: Pen, name: string, ...places: Place[]) {
  pen.line(name, ...places.map(iso));
}
