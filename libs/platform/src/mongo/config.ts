import { z } from 'zod';

/** The address of MongoDB, for every part that stores data in it. */
export const mongoConfig = z.object({
  /** Connection string, with credentials and TLS if the server requires them. */
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
