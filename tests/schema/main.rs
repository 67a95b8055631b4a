//! The schema, all files generated from it, and rules for source files and documents.

mod circles;
mod dependencies;
mod doc_examples;
mod documents;
mod generated;
mod layers;
mod made_up_layout;
mod notice;
mod packages;
mod published_facts;
mod schema_mistakes;
mod schema_published;
mod sources;
