{
  description = "Six board games for the terminal, with bots from beginner to perfect";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
      manifest = (builtins.fromTOML (builtins.readFile ./Cargo.toml)).package;
    in {
      packages = each (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = manifest.name;
          version = manifest.version;
          src = self;
          cargoLock.lockFile = ./Cargo.lock;
          # The suite wants pseudo-terminals and user namespaces, which the build sandbox hasn't got.
          doCheck = false;
          postInstall = "bash packaging/tree $out '' $out/bin/parlour";
          meta = {
            description = manifest.description;
            license = pkgs.lib.licenses.mit;
            mainProgram = "parlour";
          };
        };
      });
    };
}
