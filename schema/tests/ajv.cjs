// Validate documents with ajv in strict mode: reads {"schema": ..., "documents": [...]}, prints [true, false, ...].
const Ajv2020 = require("ajv/dist/2020").default;
const formats = require("ajv-formats").default;

const { schema, documents } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const ajv = new Ajv2020({ strict: true, strictTypes: true, strictTuples: true, strictRequired: false, allowUnionTypes: true });
formats(ajv);
const validate = ajv.compile(schema);
console.log(JSON.stringify(documents.map((document) => validate(document))));
