// What arguments are: errors name the argument, what is needed, and what was given.

const isTyped = (given) => ArrayBuffer.isView(given) && !(given instanceof DataView);

/** Is it a list of numbers? */
export const isNumbers = (given) => isTyped(given) || (Array.isArray(given) && typeof given[0] === 'number');

/** What a value is, in words. */
export function kindOf(given) {
  if (given === null) return 'null';
  if (isTyped(given)) return `${given.constructor.name} of ${given.length}`;
  if (Array.isArray(given)) return `an array of ${given.length}`;
  if (typeof given === 'object') return given.constructor?.name ?? 'an object';
  return typeof given === 'number' ? `${given}` : typeof given;
}

export function wrongType(name, needed, given) {
  return new TypeError(`${name}: ${needed}, not ${kindOf(given)}`);
}

export function number(name, given) {
  if (typeof given !== 'number') throw wrongType(name, 'a number is needed', given);
  return given;
}

/** A number that is neither NaN nor infinite. */
export function finite(name, given) {
  if (!Number.isFinite(number(name, given))) throw new RangeError(`${name}: ${given}`);
  return given;
}

/** A time from 0 on. */
export function time(name, given) {
  if (!(number(name, given) >= 0)) throw new RangeError(`${name}: ${given} is no time from 0 on`);
  return given;
}

/** A whole number from 0 to 4294967295. */
export function whole(name, given) {
  if (number(name, given) >>> 0 !== given) throw new RangeError(`${name}: ${given} is no whole number of 32 bits`);
  return given;
}

/** Numbers in an array, as many as `of` divides; any number of rows, or the given one. */
export function numbers(name, given, of, rows) {
  if (!isNumbers(given) && !(Array.isArray(given) && given.length === 0)) {
    throw wrongType(name, `an array of numbers is needed, ${of} for each`, given);
  }
  const wrong = rows === undefined ? given.length % of !== 0 : given.length !== of * rows;
  if (wrong) {
    const needed = rows === undefined ? `${of} for each` : `${of * rows}`;
    throw new RangeError(`${name}: ${given.length} numbers, but ${needed} are needed`);
  }
  if (!isTyped(given)) {
    const odd = given.findIndex((entry) => typeof entry !== 'number');
    if (odd >= 0) throw wrongType(`${name}[${odd}]`, 'a number is needed', given[odd]);
  }
  if (given instanceof BigInt64Array || given instanceof BigUint64Array) {
    throw wrongType(name, 'numbers are needed', given);
  }
  return given;
}

/** A vector: an array, or an object with x, y and z. */
export function vector(name, given, dim) {
  if (given && typeof given === 'object' && typeof given.x === 'number') {
    given = dim === 2 ? [given.x, given.y] : [given.x, given.y, given.z];
  }
  return numbers(name, given, dim, 1);
}

/** An array of a class and a length that answers are written to. */
export function outArray(name, out, types, count) {
  if (!types.some((type) => out instanceof type)) {
    throw wrongType(name, `${types.map((type) => type.name).join(' or ')} is needed`, out);
  }
  if (out.length !== count) throw new RangeError(`${name}: the length is ${out.length}, but ${count} is needed`);
  return out;
}

/** An object of options. */
export function options(name, given, known) {
  if (given === undefined) return {};
  if (given === null || typeof given !== 'object') throw wrongType(name, 'an object is needed', given);
  const other = Object.keys(given).find((key) => !known.includes(key));
  if (other) throw new TypeError(`${name}: ${other} is unknown; there are ${known.join(', ')}`);
  return given;
}
