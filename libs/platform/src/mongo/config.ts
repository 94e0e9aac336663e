import { z } from 'zod';

/** Where MongoDB is: one place for every part that keeps something in it. */
export const mongoConfig = z.object({
  /** Connection string, with credentials and TLS where the server wants them. */
  MONGO_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\/./, 'A connection string of MongoDB is expected: mongodb://host:port.')
    .optional(),
  /** Database that holds all collections of this installation. */
  MONGO_DATABASE: z
    .string()
    .regex(/^[\w-]{1,63}$/, 'Letters, digits, _ and - are expected.')
    .default('flagpost'),
});
export type MongoConfig = z.infer<typeof mongoConfig>;
