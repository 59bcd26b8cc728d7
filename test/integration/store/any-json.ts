import fc from "fast-check";

/**
 * Any object that JSON can hold. JSON knows no -0, and zod leaves a member `__proto__` out of the
 * objects whose members it looks at.
 */
export const anyJsonObject: fc.Arbitrary<Record<string, unknown>> = fc
  .dictionary(
    fc.string().filter((name) => name !== "__proto__"),
    fc.jsonValue(),
    { noNullPrototype: true },
  )
  .map((object) => JSON.parse(JSON.stringify(object)));
