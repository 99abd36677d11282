// The configuration to begin from: the one of the platform's guide.
export const exampleLab = `lab_id: first-lab
name: My first lab
description: One container with a shell
containers:
  main:
    image: '{registry_url}/covenant/labs/shell:v1.0'
`;
