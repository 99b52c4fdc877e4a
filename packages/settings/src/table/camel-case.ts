/** The name of a setting as the code writes it: `altitude_takeoff_m` is `altitudeTakeoffM`. */
export const camelCase = <Text extends string>(text: Text) =>
  text.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<Text>;

export type CamelCase<Text extends string> = Text extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Text;
