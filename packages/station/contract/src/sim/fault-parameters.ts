import Type from 'typebox';

/** A number with its unit, range and default. */
export const quantity = (unit: string, minimum: number, maximum: number, standard: number, description: string) =>
  Type.Optional(
    Type.Number({ minimum, maximum, default: standard, description: `${description}, ${unit}`, 'x-unit': unit }),
  );

/** One of these names, with its default. */
export const choice = <const Names extends readonly string[]>(
  names: [...Names],
  standard: Names[number],
  description: string,
) => Type.Optional(Type.Unsafe<Names[number]>(Type.Enum(names, { default: standard, description })));
